/** What is done to a neighbour; the names are those of the table in docs/reliability.md. */
const faults = [
  "Redis stopped",
  "Redis hangs",
  "Redis slow",
  "Postgres stopped",
  "Postgres hangs",
  "Postgres slow",
  "Postgres, disk full",
  "Postgres, disk slow",
  "node down",
  "node silent",
  "node slow",
  "leader's clock a minute ahead",
  "leader's clock a minute behind",
] as const;
export type Fault = (typeof faults)[number];

/** Moments of a race, as `momentOf` and `momentOfCall` name them. */
export const phases = {
  betting: "confirm asked",
  countdown: "race countdown",
  locked: "race locked",
  running: "race running",
  paying: "payout signed",
} as const;
type Phase = keyof typeof phases;

/** One fault of one neighbour, for so long, from one moment of a race on. */
export interface Cell {
  readonly fault: Fault;
  readonly seconds: number;
  readonly phase: Phase;
}

const SHORT_AND_LONG = [1, 30];
const ONCE_SECONDS = 300;

/** Every fault for 1 s and 30 s from each phase on, and once for 5 minutes. */
export const allCells: readonly Cell[] = [
  ...SHORT_AND_LONG.flatMap((seconds) =>
    faults.flatMap((fault) =>
      Object.keys(phases).map((phase) => ({ fault, seconds, phase: phase as Phase })),
    ),
  ),
  ...faults.map((fault) => ({ fault, seconds: ONCE_SECONDS, phase: "betting" as const })),
];

export const nameOf = ({ fault, seconds, phase }: Cell) => `${fault}, ${seconds} s, ${phase}`;

/** Disks are mounted and slowed down by root alone. */
export const needsRoot = ({ fault }: Cell) => fault.includes("disk");
