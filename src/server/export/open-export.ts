import { setImmediate } from "node:timers/promises";
import type { Network } from "../../contract/settings/runtime.ts";
import { ok } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import type { Feature } from "../feature.ts";
import type { Clock } from "../ports.ts";
import { daySource } from "./day-source.ts";
import { payoutSource } from "./payout-source.ts";
import { raceSource, type ReadRace } from "./race-source.ts";
import { dayFileReader } from "./read-day-file.ts";
import { listExportRecords, readExport } from "./read-export.ts";
import { recordNext, type RecordPorts } from "./record-next.ts";
import type { RecordSource } from "./record-source.ts";
import { reversalSource } from "./reversal-source.ts";
import { sealDay } from "./seal-day.ts";
import { seedChainSource } from "./seed-chain-source.ts";

const RECORD_EVERY_MS = 2_000;
const SEAL_EVERY_MS = 60_000;
/** Of each source in a round: a history that is older than the export is recorded in some hours, beside the game. */
const MOST_A_ROUND = 20;
const DEFAULT_LIMIT = 100;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly network: Network;
  readonly readRace: ReadRace;
}

/** The public history: what is final is recorded once, and sealed by days (rules EXPORT-1 to EXPORT-7). */
export const openExport = (ports: Ports) =>
  ({
    handlers: {
      getExport: async () => ok(await readExport(ports.db)),
      listExportRecords: async ({ query: { limit = DEFAULT_LIMIT, cursor } }) =>
        ok(await listExportRecords(ports.db, { limit, cursor })),
    },
    files: [{ path: "/api/export", read: dayFileReader(ports.db) }],
    jobs: [
      {
        name: "export records",
        runsOn: "leader",
        everyMs: RECORD_EVERY_MS,
        begin: (lease) => () => recordAll({ ...ports, lease }, sourcesOf(ports)),
      },
      {
        name: "export day",
        runsOn: "leader",
        everyMs: SEAL_EVERY_MS,
        begin: (lease) => () => sealDay({ ...ports, lease }),
      },
    ],
  }) satisfies Feature;

/** What is recorded, in the order in which it may name each other. */
const sourcesOf = ({ readRace }: Pick<Ports, "readRace">): readonly RecordSource[] => [
  seedChainSource,
  raceSource({ readRace, before: [seedChainSource] }),
  payoutSource,
  reversalSource,
  daySource,
];

/** One source that fails does not keep the others from being recorded. */
async function recordAll(ports: RecordPorts, sources: readonly RecordSource[]): Promise<void> {
  const errors: unknown[] = [];
  for (const source of sources) {
    try {
      for (let count = 0; count < MOST_A_ROUND && (await recordNext(ports, source)); count += 1)
        await setImmediate();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, "several failed");
}
