import type { Network } from "../../../domain/networks.ts";
import { ok } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Feature } from "../../foundation/feature.ts";
import type { Clock } from "../../foundation/ports.ts";
import { exportGauge } from "./export-gauge.ts";
import type { ReadRace } from "./race-source.ts";
import { dayFileReader } from "./read-day-file.ts";
import { readExport } from "./read-export.ts";
import { recordFinal } from "./record-final.ts";
import { recordPages } from "./record-pages.ts";
import { sealDay } from "./seal-day.ts";

const RECORD_EVERY_MS = 2_000;
const RECORD_ANYWAY_EVERY_MS = 60_000;
const SEAL_EVERY_MS = 60_000;
const DEFAULT_LIMIT = 100;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly network: Network;
  readonly readRace: ReadRace;
}

/** The public history: what is final is recorded once, and sealed by day (rules EXPORT-1 to EXPORT-7). */
export function openExport(ports: Ports) {
  const readPage = recordPages(ports.db);
  return {
    handlers: {
      getExport: async () => ok(await readExport(ports.db)),
      listExportRecords: async ({ query: { limit = DEFAULT_LIMIT, cursor } }) =>
        ok(await readPage({ limit, cursor })),
    },
    gauges: [exportGauge(ports.db)],
    files: [{ path: "/api/export", read: dayFileReader(ports.db) }],
    jobs: [
      {
        name: "export records",
        runsOn: "leader",
        everyMs: RECORD_EVERY_MS,
        wokenBy: ["races", "payments", "settings"],
        begin: (lease) => async () => {
          await recordFinal({ ...ports, lease });
          return RECORD_ANYWAY_EVERY_MS;
        },
      },
      {
        name: "export day",
        runsOn: "leader",
        everyMs: SEAL_EVERY_MS,
        begin: (lease) => () => sealDay({ ...ports, lease }),
      },
    ],
  } satisfies Feature;
}
