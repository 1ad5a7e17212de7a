import { sum } from "../../domain/lamports.ts";
import { ok, refuse } from "../../domain/result.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { haltedBecause } from "./halt.ts";
import { type ResumePorts, resumePayments } from "./resume-payments.ts";
import type { Stock } from "./take-stock.ts";
import { withdraw } from "./withdraw.ts";
import { balanceOf } from "../books/ledger.ts";
import type { Handlers } from "../http/handler.ts";

export interface PayoutPorts extends ResumePorts {
  /** The latest comparison of books and chain; see payouts/recent-stock.ts. */
  readonly stock: () => Promise<Stock>;
}

export const payoutHandlers = (ports: PayoutPorts) =>
  ({
    async withdraw({ body }, { wallet, isAdmin }) {
      const queued = await withdraw(ports, { wallet, amount: body.amount, isAdmin });
      if (!queued.ok) return queued;
      const { id, amount, createdAt } = queued.value;
      return ok({
        withdrawal: {
          id,
          amount,
          destination_address: wallet,
          status: "pending",
          created_at: createdAt,
          signature: null,
        },
      });
    },

    async getWalletBalance(_input, { wallet }) {
      return ok({
        balance: await balanceOf(ports.db, `user:${wallet}`),
        onchain_balance: await orUnavailable(ports.chain.balance(wallet, "confirmed")),
      });
    },

    async getSolvency() {
      const stock = await orUnavailable(ports.stock());
      if (!stock) return refuse("CHAIN_UNAVAILABLE");
      return ok({
        ...stock,
        liabilities: [...stock.liabilities],
        holdings: [...stock.holdings],
        totalLiabilities: sum(stock.liabilities.map((one) => one.lamports)),
        totalHoldings: sum(stock.holdings.map((one) => one.lamports)),
        paymentsHalted: (await haltedBecause(ports.db)) !== null,
      });
    },

    async resumePayments({ body: { masterPassword, reason = null } }, { wallet }) {
      const resumed = await resumePayments(ports, { masterPassword, reason, by: wallet });
      return resumed.ok ? ok({ paymentsHalted: false }) : resumed;
    },
  }) satisfies Partial<Handlers>;
