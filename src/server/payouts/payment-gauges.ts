import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "../db/database.ts";
import type { Metrics } from "../metrics.ts";
import { ChainUnavailable, type Clock } from "../ports.ts";
import { haltedBecause } from "./halt.ts";
import type { Stock } from "./take-stock.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** The latest comparison of books and chain; see recent-stock.ts. */
  readonly stock: () => Promise<Stock>;
}

/** What an operator is woken for (rule MONEY-20): a difference, a halt, payments that do not end. */
export function openPaymentGauges({ db, clock, metrics, stock }: Ports): void {
  metrics.gauge(
    "furlong_solvency_difference_lamports",
    "Chain less books; NaN while the chain does not answer",
    async () => {
      try {
        return Number((await stock()).difference);
      } catch (error) {
        if (error instanceof ChainUnavailable) return Number.NaN;
        throw error;
      }
    },
  );
  metrics.gauge("furlong_payments_halted", "1 while outgoing payments are halted", async () =>
    (await haltedBecause(db)) === null ? 0 : 1,
  );
  metrics.gauge(
    "furlong_payments_pending",
    "Outgoing payments that are not final yet",
    async () => (await readOpen(db)).count,
  );
  metrics.gauge(
    "furlong_payments_oldest_pending_seconds",
    "Age of the oldest payment that is not final yet; 0 without one",
    async () => {
      const { oldest } = await readOpen(db);
      return oldest === null ? 0 : Math.max(0, (clock.now() - Number(oldest)) / 1_000);
    },
  );
}

async function readOpen(db: Db): Promise<{ count: number; oldest: number | null }> {
  const [row] = await rowsOf<{ count: number; oldest: number | null }>(
    db,
    sql`select count(*)::int as count, (extract(epoch from min(created_at)) * 1000)::float8 as oldest
          from payments where status in ('pending', 'sent', 'unknown')`,
  );
  return row ?? { count: 0, oldest: null };
}
