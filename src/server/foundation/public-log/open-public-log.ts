import type { Feature, Job } from "../feature.ts";
import { tendNotary } from "./fill-notary.ts";
import { logFiles } from "./log-files.ts";
import { openLog, type OpenLogPorts } from "./open-log.ts";
import { type MemoPorts, memoRounds } from "./send-memo.ts";
import { logGauges } from "./log-gauges.ts";
import { type LogStanding, logStanding } from "./log-standing.ts";

type Ports = OpenLogPorts & MemoPorts;

const LOOK_EVERY_MS = 500;
/** The pause between rounds that send memos, and without a new entry. */
const MEMOS_PAUSE_MS = 100;
const MEMOS_EVERY_MS = 500;
const TEND_NOTARY_EVERY_MS = 5_000;

/** The public log, to which features append what they do (`append-entries.ts`): its files, its opening, its checkpoints and their memos. */
export function openPublicLog(ports: Ports) {
  const standing = logStanding(ports);
  return {
    /** Whether the leader has shown that its log continues what is anchored: else no race opens. */
    isProven: standing.isProven,
    files: [logFiles(ports.db)],
    jobs: logJobs({ ...ports, standing }),
    gauges: logGauges(ports),
  } satisfies Feature & Record<string, unknown>;
}

export const logJobs = ({ standing, ...ports }: Ports & { readonly standing: LogStanding }): Job[] => [
  {
    name: "standing of the public log",
    runsOn: "leader",
    everyMs: LOOK_EVERY_MS,
    begin() {
      standing.reset();
      return async () => {
        await openLog(ports);
        await standing.prove();
      };
    },
  },
  {
    name: "memos of the public log",
    runsOn: "leader",
    everyMs: MEMOS_PAUSE_MS,
    wokenBy: ["log"],
    begin() {
      const round = memoRounds(ports);
      // Asked anew: the database may have become another one since the last look.
      return async () => {
        if (await standing.prove()) await round();
        return MEMOS_EVERY_MS;
      };
    },
  },
  {
    name: "what the notary holds",
    runsOn: "leader",
    everyMs: TEND_NOTARY_EVERY_MS,
    begin: () => () => tendNotary(ports),
  },
];
