import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Config } from "./foundation/config.ts";
import { lastBackupOf } from "./foundation/db/backup.ts";
import type { Gauge } from "./foundation/metrics.ts";

/** Tells an operator of backups that stop and of a disk that fills (rule OPERATE-9). */
export function installationGauges({
  dataDir,
  databaseUrl,
}: Pick<Config, "dataDir" | "databaseUrl">): Gauge[] {
  return [
    {
      name: "furlong_last_backup_seconds",
      help: "When the last backup was finished, as Unix time; 0 for never, no number for the embedded database, which is copied while no server runs",
      read: () =>
        databaseUrl === null
          ? Number.NaN
          : (statSync(lastBackupOf(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000,
    },
    {
      name: "furlong_disk_free_ratio",
      help: "Free share of the disk that the data folder is on",
      async read() {
        const { bavail, blocks } = await statfs(dataDir);
        return bavail / blocks;
      },
    },
  ];
}
