import type { Feature, Job } from "../feature.ts";
import { tendNotary } from "./fill-notary.ts";
import { logFiles } from "./log-files.ts";
import { openLog, type OpenLogPorts } from "./open-log.ts";
import { type MemoPorts, memoRounds } from "./send-memo.ts";
import { signCheckpoints } from "./sign-checkpoint.ts";
import { logGauges } from "./log-gauges.ts";

type Ports = OpenLogPorts & MemoPorts;

const SIGN_EVERY_MS = 500;
const MEMOS_EVERY_MS = 500;
const TEND_NOTARY_EVERY_MS = 5_000;

/** The public log, to which features append what they do (`append-entries.ts`): its files, its opening, its checkpoints and their memos. */
export const openPublicLog = (ports: Ports) =>
  ({
    files: [logFiles(ports.db)],
    jobs: logJobs(ports),
    gauges: logGauges(ports),
  }) satisfies Feature;

export const logJobs = (ports: Ports): Job[] => [
  {
    name: "checkpoints of the public log",
    runsOn: "leader",
    everyMs: SIGN_EVERY_MS,
    begin: () => async () => {
      await openLog(ports);
      await signCheckpoints(ports);
    },
  },
  {
    name: "memos of the public log",
    runsOn: "leader",
    everyMs: MEMOS_EVERY_MS,
    begin: () => memoRounds(ports),
  },
  {
    name: "what the notary holds",
    runsOn: "leader",
    everyMs: TEND_NOTARY_EVERY_MS,
    begin: () => () => tendNotary(ports),
  },
];
