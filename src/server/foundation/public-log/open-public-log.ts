import type { Feature, Job } from "../feature.ts";
import type { HouseKeys } from "../house-keys.ts";
import { logFiles } from "./log-files.ts";
import { openLog, type OpenLogPorts } from "./open-log.ts";
import { signCheckpoints } from "./sign-checkpoint.ts";

interface Ports extends OpenLogPorts {
  readonly keys: Pick<HouseKeys, "isUnlocked" | "sign">;
}

const SIGN_EVERY_MS = 500;

/** The public log, to which features append what they do (`append-entries.ts`): its files, its opening, its checkpoints. */
export const openPublicLog = (ports: Ports) =>
  ({
    files: [logFiles(ports.db)],
    jobs: [logJob(ports)],
  }) satisfies Feature;

const logJob = (ports: Ports): Job => ({
  name: "checkpoints of the public log",
  runsOn: "leader",
  everyMs: SIGN_EVERY_MS,
  begin: () => async () => {
    await openLog(ports);
    await signCheckpoints(ports);
  },
});
