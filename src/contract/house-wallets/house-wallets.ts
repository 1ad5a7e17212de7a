import * as z from "zod/mini";
import { paymentKinds } from "../../domain/payment-terms.ts";
import { houseWalletKinds } from "../../domain/ledger.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { lamports } from "../../domain/lamports.ts";
import { approval } from "../approvals/approvals.ts";
import {
  instant,
  nextCursor,
  rowId,
  signature,
  signedSol,
  sol,
  solInput,
  wallet,
  walletInput,
  whole,
} from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { turnoverSol } from "../wire/total-sol.ts";
import { reason } from "../wire/typed-text.ts";
import {
  MASTER_PASSWORDS_PER_MINUTE,
  masterPassword,
  masterPasswordHeader,
  withMasterPassword,
} from "../wire/master-password.ts";
import { payoutStatuses } from "../payouts/wallet.ts";

/** What an admin sends from house wallets: whole thousandths of a SOL, at least one (rule FORMS-1). */
const transferAmount = { positive: true, step: lamports(1_000_000n), error: "INVALID_AMOUNT" } as const;

/** Maximum number of keys per batch. */
const MAX_KEYS_ADDED = 50;

const houseWallet = z.object({
  type: z.enum(houseWalletKinds),
  address: wallet,
  isActive: z.boolean(),
  /** Null when the chain does not answer. */
  onChainBalance: z.nullable(sol),
  /** The books' balance of this address only. */
  dbBalance: signedSol,
  balanceMatch: z.boolean(),
  createdAt: instant,
});

/** Largest body with an export, which is enough for some four thousand wallets. */
const MAX_EXPORT_BYTES = 1_048_576;

/** 16 bytes. */
const saltText = z.string().check(z.regex(/^[A-Za-z0-9+/]{22}==$/, { error: "must be 16 bytes in base64" }));

/** A sealed key of 32 bytes, with its nonce and tag. */
const sealedText = z.string().check(z.regex(/^[A-Za-z0-9+/]{80}$/, { error: "must be 60 bytes in base64" }));

/**
 * The house's keys as they are stored: sealed under a data key, which is wrapped under the master password. Anyone with
 * the file and the password has the wallets; without the password the file opens nothing.
 */
export const walletsExport = z.object({
  format: z.literal("furlong-house-wallets"),
  version: z.literal(1),
  network: z.string(),
  exportedAt: instant,
  vault: z.object({
    kdf: z.literal("argon2id"),
    /** Up to what the house's own cost is: a file must not make the server work without end. */
    argon2: z.object({ memoryKiB: whole(32, 262_144), timeCost: whole(1, 3), parallelism: whole(1, 4) }),
    /** base64, as are the sealed texts. */
    salt: saltText,
    wrappedKey: sealedText,
  }),
  wallets: z.array(
    z.object({
      type: z.enum(houseWalletKinds),
      address: wallet,
      isActive: z.boolean(),
      sealedKey: sealedText,
      createdAt: instant,
    }),
  ),
});

const houseTransaction = z.object({
  /** A payment's id; for an incoming transaction, its signature. */
  id: z.union([rowId, signature]),
  transaction_type: z.enum([...paymentKinds, "deposit"]),
  amount: sol,
  from_address: z.nullable(wallet),
  to_address: z.nullable(wallet),
  status: z.enum(payoutStatuses),
  signature: z.nullable(signature),
  created_at: instant,
});

const queuedWithdrawal = z.object({
  id: rowId,
  username: z.nullable(z.string()),
  user_wallet: wallet,
  amount: sol,
  destination_address: wallet,
  status: z.enum(payoutStatuses),
  created_at: instant,
});

/** What the queue of withdrawals can be ordered by. */
export const withdrawalOrders = ["created", "amount"] as const;

/** What the house's transactions can be ordered by. */
export const houseTransactionOrders = ["created"] as const;

export const houseWallets = {
  getHouseOverview: endpoint({
    method: "GET",
    path: "/house-wallet/overview",
    access: "admin",
    claims: adminReadClaims,
    summary: "Balances by type of wallet, the wallets and their latest transactions",
    query: z.object(adminQuery),
    reply: z.object({
      initialized: z.boolean(),
      locked: z.boolean(),
      paymentsHalted: z.boolean(),
      /** Null while payments are not halted. */
      haltedSince: z.nullable(instant),
      balances: z.array(
        z.object({
          wallet_type: z.enum(houseWalletKinds),
          total_balance: sol,
          wallet_count: z.int(),
          total_received: turnoverSol,
          total_sent: turnoverSol,
        }),
      ),
      wallets: z.array(houseWallet),
      /** Of the open log; null while none is open. It is no wallet of the house's: what it was given counts as spent. */
      notary: z.nullable(
        z.object({
          address: wallet,
          /** When it was last read; null before the first time. */
          onChainBalance: z.nullable(sol),
        }),
      ),
      recentTransactions: z.array(houseTransaction),
    }),
  }),
  listHouseTransactions: endpoint({
    method: "GET",
    path: "/house-wallet/transactions",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "Incoming and outgoing transactions of the house's wallets, newest first; `search` is a payment's id, a signature, or the address that paid or is paid",
    query: z.object({ ...adminQuery, ...adminList(houseTransactionOrders) }),
    reply: z.object({ transactions: z.array(houseTransaction), nextCursor }),
  }),
  getWithdrawalQueue: endpoint({
    method: "GET",
    path: "/house-wallet/withdrawal-queue",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "Withdrawals that are not final yet, oldest first, and what all of them come to; `search` is the beginning of a username or a wallet, or an id",
    query: z.object({ ...adminQuery, ...adminList(withdrawalOrders) }),
    reply: z.object({
      withdrawals: z.array(queuedWithdrawal),
      nextCursor,
      /** Of the whole queue, whatever the page. */
      waiting: z.object({ count: z.int(), amount: turnoverSol }),
    }),
  }),
  initializeHouse: endpoint({
    method: "POST",
    path: "/house-wallet/initialize",
    access: "house",
    claims: adminWriteClaims,
    summary: "Set the master password and create the house wallets; once",
    refuses: [
      "HOUSE_INITIALIZED",
      "MASTER_PASSWORD_WEAK",
      "PASSWORDS_DIFFER",
      "HOUSE_NOT_INITIALIZED",
      "MASTER_PASSWORD_WRONG",
    ],
    body: z.object({ ...withMasterPassword, confirmPassword: z.string({ error: "PASSWORDS_DIFFER" }) }),
    reply: z.object({ wallets: z.array(houseWallet) }),
    status: 201,
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  unlockHouse: endpoint({
    method: "POST",
    path: "/house-wallet/unlock",
    access: "house",
    claims: adminWriteClaims,
    summary: "Unlock the hot wallet, so that payouts go out until the server restarts",
    refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    body: z.object(withMasterPassword),
    reply: z.object({ locked: z.boolean(), changed }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  lockHouse: endpoint({
    method: "POST",
    path: "/house-wallet/lock",
    access: "admin",
    claims: adminWriteClaims,
    summary: "Forget the keys: payouts wait until an admin unlocks again",
    body: z.object(adminBody),
    reply: z.object({ locked: z.boolean(), changed }),
  }),
  changeMasterPassword: endpoint({
    method: "POST",
    path: "/house-wallet/change-password",
    access: "house",
    claims: adminWriteClaims,
    summary: "Change the master password; the wallets and their keys stay as they are",
    refuses: ["MASTER_PASSWORD_WEAK", "PASSWORDS_DIFFER", "MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    body: z.object({
      ...withMasterPassword,
      newPassword: masterPassword,
      confirmPassword: z.string({ error: "PASSWORDS_DIFFER" }),
    }),
    reply: z.object({ changed: z.boolean() }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  addPrivateKeys: endpoint({
    method: "POST",
    path: "/house-wallet/add-private-keys",
    access: "house",
    claims: adminWriteClaims,
    summary: "Create wallets with sealed keys",
    refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    body: z.object({
      ...withMasterPassword,
      batchSize: z.optional(whole(1, MAX_KEYS_ADDED)),
      /** Deposit wallets when absent. */
      kind: z.optional(z.enum(houseWalletKinds, { error: "must be one of: deposit, hot, treasury" })),
    }),
    /** `wallets` are all house wallets, the new ones last. */
    reply: z.object({ added: z.int(), wallets: z.array(houseWallet) }),
    status: 201,
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  retireHouseWallet: endpoint({
    method: "POST",
    path: "/house-wallet/retire",
    access: "house",
    claims: adminWriteClaims,
    summary: "Stop using a wallet: anything it still receives is counted and swept",
    refuses: [
      "MASTER_PASSWORD_WRONG",
      "HOUSE_NOT_INITIALIZED",
      "HOUSE_WALLET_NOT_FOUND",
      "LAST_HOUSE_WALLET",
    ],
    body: z.object({ ...withMasterPassword, address: walletInput() }),
    reply: z.object({ wallet: houseWallet }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  exportHouseWallets: endpoint({
    method: "POST",
    path: "/house-wallet/export",
    access: "house",
    claims: adminWriteClaims,
    summary: "The sealed keys of all house wallets, to be stored as a file",
    refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    body: z.object(withMasterPassword),
    reply: z.object({ fileName: z.string(), export: walletsExport }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  restoreHouseWallets: endpoint({
    method: "POST",
    path: "/house-wallet/restore",
    access: "house",
    claims: adminWriteClaims,
    summary: "Bring the wallets of an export into a house that has none; once",
    refuses: [
      "HOUSE_INITIALIZED",
      "HOUSE_HAS_BOOKS",
      "EXPORT_OF_OTHER_NETWORK",
      "EXPORT_KEY_DAMAGED",
      "MASTER_PASSWORD_WRONG",
      "WALLETS_STILL_MOVE",
      "CHAIN_UNAVAILABLE",
    ],
    body: z.object({ ...withMasterPassword, export: walletsExport }),
    /** `equity` is what the wallets hold together; `locked` as in the overview. */
    reply: z.object({ wallets: z.array(houseWallet), equity: sol, locked: z.boolean() }),
    status: 201,
    bodyLimit: MAX_EXPORT_BYTES,
    // Reads the history of every wallet, at the pace that the node allows.
    timeoutMs: 300_000,
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  sweepHouse: endpoint({
    method: "POST",
    path: "/house-wallet/sweep",
    access: "house",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Move what the deposit wallets hold, if at least `minAmount`, to the hot wallet",
    refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED", "CHAIN_UNAVAILABLE", "PAYMENTS_HALTED"],
    body: z.object({ ...withMasterPassword, minAmount: z.optional(solInput({ error: "INVALID_AMOUNT" })) }),
    reply: z.object({ swept: z.int(), totalAmount: sol, transactions: z.array(houseTransaction) }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  refillHotWallet: endpoint({
    method: "POST",
    path: "/house-wallet/refill",
    access: "house",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Move SOL from the treasury to the hot wallet, which pays",
    refuses: [
      "TREASURY_TOO_LOW",
      "TRANSFER_UNDER_WAY",
      "MASTER_PASSWORD_WRONG",
      "HOUSE_NOT_INITIALIZED",
      "PAYMENTS_HALTED",
    ],
    body: z.object({
      ...withMasterPassword,
      amount: solInput(transferAmount),
      reason,
    }),
    reply: z.object({ transaction: houseTransaction }),
    status: 201,
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  processWithdrawals: endpoint({
    method: "POST",
    path: "/house-wallet/process-withdrawals",
    access: "house",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Take the next step of the oldest withdrawals now",
    refuses: ["MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED", "PAYMENTS_HALTED"],
    body: z.object({ ...withMasterPassword, batchSize: z.optional(whole(1, 100)) }),
    reply: z.object({ processed: z.int(), withdrawals: z.array(queuedWithdrawal) }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  transferManually: endpoint({
    method: "POST",
    path: "/house-wallet/manual-transfer",
    access: "house",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Send SOL to a player's wallet from house equity",
    refuses: [
      "TRANSFER_INPUT_MISSING",
      "TRANSFER_TO_HOUSE",
      "TRANSFER_UNDER_WAY",
      "TRANSFER_REPEATED",
      "MASTER_PASSWORD_WRONG",
      "EQUITY_TOO_LOW",
      "PAYMENTS_HALTED",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
      "HOUSE_NOT_INITIALIZED",
    ],
    body: z.object({
      ...withMasterPassword,
      playerWallet: walletInput({ missing: "TRANSFER_INPUT_MISSING" }),
      amount: solInput({ ...transferAmount, missing: "TRANSFER_INPUT_MISSING" }),
      reason,
    }),
    /** Where another admin has to approve it there is no transaction, but a request that waits for another admin. */
    reply: z.object({ transaction: z.nullable(houseTransaction), approval: z.nullable(approval) }),
    status: 201,
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
  getHouseWalletDetails: endpoint({
    method: "GET",
    path: "/house-wallet/details",
    access: "house",
    stepUp: "fresh",
    claims: adminReadClaims,
    summary: "Each house wallet, its balance on chain next to the books; no private keys",
    refuses: ["MASTER_PASSWORD_IN_URL", "MASTER_PASSWORD_WRONG", "HOUSE_NOT_INITIALIZED"],
    headers: z.object({ "x-master-password": masterPasswordHeader }),
    query: z.object({
      ...adminQuery,
      masterPassword: z.optional(z.never({ error: "MASTER_PASSWORD_IN_URL" })),
    }),
    reply: z.object({
      wallets: z.array(
        z.object({
          ...houseWallet.shape,
          privateKeyBase58: z.null(),
          error: z.nullable(z.string()),
        }),
      ),
    }),
    perMinute: MASTER_PASSWORDS_PER_MINUTE,
  }),
};
