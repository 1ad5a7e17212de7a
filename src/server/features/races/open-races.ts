import type { Db } from "../../foundation/db/database.ts";
import type { Feature, Job } from "../../foundation/feature.ts";
import type { Clock } from "../../foundation/ports.ts";
import { adminRaceHandlers } from "./admin-handlers.ts";
import type { PerformOrAsk } from "../../foundation/house-actions.ts";
import { type EnginePorts, raceEngine, ROUND_EVERY_MS } from "./engine/race-engine.ts";
import { raceHandlers } from "./handlers.ts";
import { refundHandlers } from "./refund-handlers.ts";
import { specialRaceHandlers } from "./special/handlers.ts";
import type { RaceReader } from "./read/read-race.ts";

type Ports = Omit<EnginePorts, "lease" | "reader"> & {
  readonly reader: RaceReader;
  readonly db: Db;
  readonly clock: Clock;
  /** Performs an action that moves house money at once, or makes it wait for another admin. */
  readonly performOrAsk: PerformOrAsk;
};

/** The races: what drives them, and what everyone can read of them. */
export function openRaces(ports: Ports) {
  const { reader } = ports;
  return {
    /** Reports a race that this process changed: the next reader gets its current state. */
    raceChanged: () => reader.invalidate(),
    handlers: {
      ...raceHandlers(ports),
      ...adminRaceHandlers(ports),
      ...specialRaceHandlers(ports),
      ...refundHandlers(ports),
    },
    jobs: raceJobs(ports),
  } satisfies Feature & Record<string, unknown>;
}

export const raceJobs = (ports: Omit<EnginePorts, "lease"> & { readonly reader: RaceReader }): Job[] => [
  {
    name: "race engine",
    runsOn: "leader",
    everyMs: ROUND_EVERY_MS,
    wokenBy: ["races", "bets", "payments", "settings", "log"],
    begin(lease) {
      const engine = raceEngine({ ...ports, lease });
      return () => engine.round();
    },
  },
];
