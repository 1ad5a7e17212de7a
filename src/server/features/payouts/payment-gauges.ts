import { sql } from "drizzle-orm";
import { readNewestPayoutSeconds } from "../../foundation/books/payout-seconds.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import type { Gauge, LabelledGauge } from "../../foundation/metrics.ts";
import type { Clock } from "../../foundation/ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/** What alerts an operator (rule INV-12): payments that do not end. */
export const paymentGauges = ({ db, clock }: Ports): readonly (Gauge | LabelledGauge)[] => [
  {
    name: "furlong_payments_pending",
    help: "Outgoing payments that are not final yet",
    read: async () => (await readOpen(db)).count,
  },
  {
    name: "furlong_payments_oldest_pending_seconds",
    help: "Age of the oldest payment that is not final yet; 0 without one",
    async read() {
      const { oldest } = await readOpen(db);
      return oldest === null ? 0 : Math.max(0, (clock.now() - Number(oldest)) / 1_000);
    },
  },
  {
    name: "furlong_payout_seconds",
    help: "Seconds from a race's finish until its last payout was final, of the newest 20 races that paid out",
    label: "race",
    async read() {
      const seconds = await readNewestPayoutSeconds(db);
      return new Map([
        ["newest", seconds[0] ?? 0],
        ["slowest", Math.max(0, ...seconds)],
      ]);
    },
  },
  {
    name: "furlong_memos_failed",
    help: "Memos that failed on the chain so often that they wait for an admin",
    async read() {
      const [row] = await rowsOf<{ count: number }>(
        db,
        // Phrased as in the index of failed payments.
        sql`select count(*)::int as count from payments
             where status in ('failed', 'cancelled') and status = 'failed' and kind = 'anchor'`,
      );
      return row?.count ?? 0;
    },
  },
];

async function readOpen(db: Db): Promise<{ count: number; oldest: number | null }> {
  const [row] = await rowsOf<{ count: number; oldest: number | null }>(
    db,
    sql`select count(*)::int as count, (extract(epoch from min(created_at)) * 1000)::float8 as oldest
          from payments where status in ('pending', 'sent', 'unknown')`,
  );
  return row ?? { count: 0, oldest: null };
}
