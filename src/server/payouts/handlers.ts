import { ok } from "../../domain/result.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { listUnderWay } from "./list-under-way.ts";
import { withdraw } from "./withdraw.ts";
import { readAvailable } from "../books/available-balance.ts";
import type { Db } from "../db/database.ts";
import type { Broadcast, Chain, Clock, Entropy } from "../ports.ts";
import type { Handlers } from "../http/handler.ts";

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
        ...(await readAvailable(ports.db, wallet)),
        onchain_balance: await orUnavailable(ports.chain.balance(wallet, "confirmed")),
      });
    },
  }) satisfies Partial<Handlers>;
