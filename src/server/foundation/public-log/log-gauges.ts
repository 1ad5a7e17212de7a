import { eq } from "drizzle-orm";
import { LAMPORTS_PER_SOL } from "../../../domain/lamports.ts";
import type { Db, Queryable } from "../db/database.ts";
import { notaries } from "../db/schema/public-log.ts";
import type { Gauge } from "../metrics.ts";
import type { Clock } from "../ports.ts";
import { unanchoredForMs } from "./anchors.ts";
import { readDiffersSince } from "./log-standing.ts";
import { readOpenLog } from "./read-log.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
}

/** Metrics that should wake an operator: a log that is not anchored proves nothing (rules LOG-9 to LOG-11). */
export const logGauges = ({ db, clock }: Ports): readonly Gauge[] => [
  {
    name: "furlong_notary_sol",
    help: "SOL that the notary of the open log holds; NaN before it was read",
    async read() {
      const balance = (await readNotary(db))?.lamports ?? null;
      return balance === null ? Number.NaN : Number(balance) / Number(LAMPORTS_PER_SOL);
    },
  },
  {
    name: "furlong_log_differs",
    help: "1 while the public log does not continue what is anchored on the chain, and no race opens",
    read: async () => ((await readDiffersSince(db)) === null ? 0 : 1),
  },
  {
    name: "furlong_log_unanchored_seconds",
    help: "Seconds since the newest anchor of the public log, while it has entries that are not anchored; else 0",
    async read() {
      const log = await readOpenLog(db);
      return log === null ? 0 : (await unanchoredForMs(db, log, clock.now())) / 1_000;
    },
  },
];

/** The notary of the open log, and what it held when that was last read; null while no log is open. */
export async function readNotary(q: Queryable): Promise<typeof notaries.$inferSelect | null> {
  const log = await readOpenLog(q);
  if (log === null) return null;
  const [notary] = await q.select().from(notaries).where(eq(notaries.address, log.notary));
  return notary ?? null;
}
