import { sum } from "../../../domain/lamports.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import type { SolvencySnapshot } from "./read-solvency.ts";
import { type ResumePorts, resumePayments } from "./resume-payments.ts";

interface Ports extends ResumePorts {
  /** The latest snapshot, see cached-solvency.ts. */
  readonly latestSolvency: () => Promise<SolvencySnapshot>;
}

export const solvencyHandlers = (ports: Ports) =>
  ({
    async getSolvency() {
      const latest = await orUnavailable(ports.latestSolvency());
      if (!latest) return refuse("CHAIN_UNAVAILABLE");
      const { differences: _, isAllRead: __, ...snapshot } = latest;
      return ok({
        ...snapshot,
        liabilities: [...snapshot.liabilities],
        holdings: [...snapshot.holdings],
        totalLiabilities: sum(snapshot.liabilities.map((one) => one.lamports)),
        totalHoldings: sum(snapshot.holdings.map((one) => one.lamports)),
        paymentsHalted: (await readHaltReason(ports.db)) !== null,
      });
    },

    async resumePayments({ body: { masterPassword, reason = null } }, { wallet }) {
      const resumed = await resumePayments(ports, { masterPassword, reason, by: wallet });
      return resumed.ok ? ok({ paymentsHalted: false }) : resumed;
    },
  }) satisfies Partial<Handlers>;
