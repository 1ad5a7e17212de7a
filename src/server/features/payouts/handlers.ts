import { ok } from "../../../domain/result.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { listUnderWay } from "./list-under-way.ts";
import { withdraw } from "./withdraw.ts";
import { balanceOf } from "../../foundation/books/ledger.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Broadcast, Chain, Clock, Entropy } from "../../foundation/ports.ts";
import type { Handlers } from "../../foundation/http/handler.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly chain: Pick<Chain, "balance">;
}

export const payoutHandlers = (ports: Ports) =>
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

    async listUnderWay(_input, { wallet }) {
      return ok(await listUnderWay(ports.db, wallet));
    },

    async getWalletBalance(_input, { wallet }) {
      return ok({
        balance: await balanceOf(ports.db, `user:${wallet}`),
        onchain_balance: await orUnavailable(ports.chain.balance(wallet)),
      });
    },
  }) satisfies Partial<Handlers>;
