import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Gauge } from "../../foundation/metrics.ts";
import type { SolvencySnapshot } from "./read-solvency.ts";

interface Ports {
  readonly db: Db;
  /** The latest snapshot, see cached-solvency.ts. */
  readonly latestSolvency: () => Promise<SolvencySnapshot>;
}

/** Metrics that should wake an operator (rule MONEY-20). */
export const solvencyGauges = ({ db, latestSolvency }: Ports): readonly Gauge[] => [
  {
    name: "furlong_solvency_difference_lamports",
    help: "Chain less books; NaN while the chain does not answer",
    async read() {
      const snapshot = await orUnavailable(latestSolvency());
      return snapshot === null ? Number.NaN : Number(snapshot.difference);
    },
  },
  {
    name: "furlong_payments_halted",
    help: "1 while outgoing payments are halted",
    read: async () => ((await readHaltReason(db)) === null ? 0 : 1),
  },
];
