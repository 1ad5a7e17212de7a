import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { lamports, type Lamports } from "../../../domain/lamports.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import type { PerformOrAsk } from "../../foundation/house-actions.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Chain, Clock, Entropy } from "../../foundation/ports.ts";
import { addWallets } from "./add-wallets.ts";
import { changeMasterPassword } from "./change-master-password.ts";
import { exportWallets } from "./export-wallets.ts";
import { initialiseHouse } from "./initialise.ts";
import { listTransactions } from "./list-transactions.ts";
import { lockHouse, unlockHouse } from "./lock-house.ts";
import type { PasswordCost } from "./master-password.ts";
import { readHouseOverview, readWallets } from "./read-overview.ts";
import { equityOf, restoreWallets } from "./restore-wallets.ts";
import { retireWallet } from "./retire-wallet.ts";
import { type SweepHouse, sweepHouse } from "./sweep-house.ts";
import { type RefillHotWallet, refillWithPassword, transferWithPassword } from "./pay-with-password.ts";
import type { Vault } from "./vault.ts";
import { readWalletDetails } from "./wallet-details.ts";
import { listWithdrawals, processWithdrawals } from "./withdrawals.ts";

export interface HousePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "balances" | "signaturesFor">;
  readonly vault: Vault;
  /** The payment worker's own step for selected payments, with keys that may differ from the worker's. */
  readonly advancePayments: (ids: readonly string[], keys: HouseKeys) => Promise<void>;
  readonly reopenFailedMemos: (tx: Tx) => Promise<readonly string[]>;
  readonly queueSweeps: SweepHouse;
  readonly queueRefill: RefillHotWallet;
  /** Performs an action that moves house money at once, or queues it for another admin's approval. */
  readonly performOrAsk: PerformOrAsk;
  /** Lower cost, in tests only. */
  readonly cost?: PasswordCost;
}

const DEFAULT_SWEEP: Lamports = lamports(1_000_000n);
const DEFAULT_KEYS = 1;
const DEFAULT_WITHDRAWALS = 10;
const DEFAULT_REASON = "Admin manual transfer";
const DEFAULT_REFILL_REASON = "The hot wallet needs money";

export const houseHandlers = (ports: HousePorts) =>
  ({
    getHouseOverview: async () => ok(await readHouseOverview(ports)),

    getWithdrawalQueue: ({ query: { limit = DEFAULT_PAGE, ...query } }) =>
      listWithdrawals(ports.db, { limit, ...query }),

    listHouseTransactions: ({ query: { limit = DEFAULT_PAGE, ...query } }) =>
      listTransactions(ports.db, { limit, ...query }),

    async initializeHouse({ body: { masterPassword, confirmPassword } }, { wallet: by }) {
      if (masterPassword !== confirmPassword) return refuse("PASSWORDS_DIFFER", { field: "confirmPassword" });
      const made = await initialiseHouse(ports, { masterPassword, by });
      if (!made.ok) return made;
      const unlocked = await unlockHouse(ports, { masterPassword, by });
      return unlocked.ok ? ok({ wallets: [...(await readWallets(ports))] }) : unlocked;
    },

    async unlockHouse({ body: { masterPassword } }, { wallet: by }) {
      const unlocked = await unlockHouse(ports, { masterPassword, by });
      return unlocked.ok ? ok({ locked: false, ...unlocked.value }) : unlocked;
    },

    async lockHouse(_input, { wallet: by }) {
      return ok({ locked: true, ...(await lockHouse(ports, by)) });
    },

    async changeMasterPassword({ body: { masterPassword, newPassword, confirmPassword } }, { wallet: by }) {
      if (newPassword !== confirmPassword) return refuse("PASSWORDS_DIFFER", { field: "confirmPassword" });
      const changed = await changeMasterPassword(ports, { masterPassword, newPassword, by });
      return changed.ok ? ok({ changed: true }) : changed;
    },

    async addPrivateKeys(
      { body: { masterPassword, batchSize: count = DEFAULT_KEYS, kind = "deposit" } },
      { wallet: by },
    ) {
      const made = await addWallets(ports, { masterPassword, kind, count, by });
      return made.ok ? ok({ added: made.value.length, wallets: [...(await readWallets(ports))] }) : made;
    },

    async retireHouseWallet({ body: { masterPassword, address } }, { wallet: by }) {
      const retired = await retireWallet(ports, { masterPassword, address, by });
      if (!retired.ok) return retired;
      const wallet = (await readWallets(ports)).find((one) => one.address === address);
      if (!wallet) throw new Error(`house wallet ${address} is missing after it was retired`);
      return ok({ wallet });
    },

    async exportHouseWallets({ body: { masterPassword } }, { wallet: by }) {
      const exported = await exportWallets(ports, { masterPassword, by });
      if (!exported.ok) return exported;
      const day = exported.value.exportedAt.toISOString().slice(0, 10);
      return ok({ fileName: `furlong-house-wallets-${day}.json`, export: exported.value });
    },

    async restoreHouseWallets({ body: { masterPassword, export: exported } }, { wallet: by }) {
      const restored = await restoreWallets(ports, { exported, masterPassword, by });
      if (!restored.ok) return restored;
      const unlocked = await unlockHouse(ports, { masterPassword, by });
      return ok({
        wallets: [...(await readWallets(ports))],
        equity: equityOf(restored.value),
        // The wallets are there in any case.
        locked: !unlocked.ok,
      });
    },

    async sweepHouse({ body: { masterPassword, minAmount = DEFAULT_SWEEP } }, { wallet: by }) {
      return sweepHouse(ports, { masterPassword, minAmount, by });
    },

    async processWithdrawals({ body: { masterPassword, batchSize = DEFAULT_WITHDRAWALS } }, { wallet: by }) {
      const processed = await processWithdrawals(ports, { masterPassword, batchSize, by });
      if (!processed.ok) return processed;
      const withdrawals = [...processed.value];
      return ok({ processed: withdrawals.length, withdrawals });
    },

    async transferManually({ body: { masterPassword, playerWallet, amount, reason } }, { wallet: by }) {
      const request = { playerWallet, amount };
      return transferWithPassword(ports, { masterPassword, request, reason: reason ?? DEFAULT_REASON, by });
    },

    async refillHotWallet({ body: { masterPassword, amount, reason } }, { wallet: by }) {
      const order = { masterPassword, amount, reason: reason ?? DEFAULT_REFILL_REASON, by };
      return refillWithPassword(ports, order);
    },

    async getHouseWalletDetails({ headers }, { wallet: by }) {
      const masterPassword = headers["x-master-password"];
      const read = await readWalletDetails(ports, { masterPassword, by });
      return read.ok ? ok({ wallets: [...read.value] }) : read;
    },
  }) satisfies Partial<Handlers>;
