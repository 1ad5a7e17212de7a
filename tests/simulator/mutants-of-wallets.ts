import { code, type Mutant, mutant } from "./mutant.ts";

/** Mistakes that only show in a house with several wallets of a kind. */
export const walletMutants: readonly Mutant[] = [
  mutant(
    "no longer watches a wallet that was retired",
    code(
      "server/foundation/books",
      "readHouseWallets",
      "q.select($1).from(houseWallets)",
      "$&.where(eq(houseWallets.isActive, true))",
    ),
  ),
  mutant(
    "takes a payment to another deposit wallet for a bet",
    code("server/features/bets", "creditReason", 'if ($1) return "WRONG_WALLET";', ""),
  ),
  mutant(
    "books what left a wallet to the oldest of its kind",
    code(
      "server/features/payouts",
      "completionOf",
      "{ kind: payment.source, address: signer }",
      "{ kind: payment.source, address: [...house].find((one) => one[1] === payment.source)?.[0] ?? signer }",
    ),
  ),
  mutant(
    "has a sweep signed by another wallet than its own",
    code(
      "server/features/payouts",
      "chooseAffordablePayments",
      "sourceAddress === null ? ofKind : [sourceAddress]",
      "ofKind",
    ),
  ),
  mutant(
    "stores new keys in a transaction before that of their audit row",
    code(
      "server/features/house-wallets",
      "addWallets",
      "await inTransaction(db, $1);",
      `await db.insert(houseWallets).values(keys.value.map((sealed) => ({ ...sealed, kind, createdAt })));
  await inTransaction(db, (tx) => writeAudit(tx, { at: createdAt, actor: by, action: "house.add-keys", after }));`,
    ),
  ),
  mutant(
    "retires the last wallet of a kind",
    code(
      "server/features/house-wallets",
      "retireWallet",
      "if (active.length === 1) return refuse($1, $2);",
      "",
    ),
  ),
  mutant(
    "counts what came to a wallet that was just added for nothing",
    code(
      "server/features/bets",
      "readOwnPayment",
      "hasOtherGain ? await houseAddresses.refresh() : known",
      "known",
    ),
  ),
  mutant(
    "pays a manual transfer that equity does not cover",
    code("server/features/house-wallets", "manualTransferAction", "equity < amount", "false"),
  ),
  mutant(
    "pays a manual transfer once for each click",
    code(
      "server/features/house-wallets",
      "manualTransferAction",
      'if (same.some($1)) return refuse("TRANSFER_UNDER_WAY");',
      "",
    ),
    code(
      "server/features/house-wallets",
      "manualTransferAction",
      'if (same.length > 0 && !isAnother) return refuse("TRANSFER_REPEATED");',
      "",
    ),
  ),
  mutant(
    "takes a manual transfer from the player that it is for",
    code("domain", "paymentOwner", 'kind === "manual" || kind === "notary"', 'kind === "notary"'),
  ),
  mutant(
    "refills the hot wallet once for each click",
    code(
      "server/features/payouts",
      "refillHotWallet",
      'if (leaving !== undefined) return refuse("TRANSFER_UNDER_WAY");',
      "",
    ),
  ),
  mutant(
    "promises the hot wallet more than the treasury holds",
    code(
      "server/features/payouts",
      "refillHotWallet",
      "from === null || amount + SIGNATURE_FEE + RENT_EXEMPT_MINIMUM > from.booked",
      "from === null",
    ),
  ),
  mutant(
    "sets a balance that the admin did not see",
    code("server/features/players", "changeBalanceAction", "seen !== null && balance !== seen", "false"),
  ),
  mutant(
    "raises a balance that equity does not cover",
    code("server/features/players", "changeBalanceAction", "equity < amount", "false"),
  ),
  mutant(
    "sweeps a wallet once for each click",
    code(
      "server/features/payouts",
      "queueSweep",
      'if (open.some((payment) => payment.kind === "sweep")) return null;',
      "",
    ),
  ),
  mutant(
    "sweeps a wallet without an audit row",
    code("server/features/payouts", "queueSweep", "await record?.(...$1);", ""),
  ),
  mutant(
    "lets a password that was replaced change the password",
    code(
      "server/features/house-wallets",
      "changeMasterPassword",
      "and(eq(houseVault.id, 1), eq(houseVault.wrappedKey, replaces))",
      "eq(houseVault.id, 1)",
    ),
  ),
  mutant(
    "reorders special races that are not those that the admin saw",
    code("server/features/races/special", "orderSpecialRaces", "if (!isSame) return refuse($1, $2);", ""),
  ),
  mutant(
    "approves a request that has expired",
    code("server/features/approvals", "lockWaiting", "row.expiresAt > at", "true"),
  ),
  mutant(
    "restores wallets that still move",
    code("server/features/house-wallets", "readHoldings", "[...newest.values()].some($1)", "false"),
  ),
  mutant(
    "credits what the installation before a restore has credited",
    code("server/foundation/books", "readRestoredUpTo", '$1 !== "wallets restored"', "true"),
  ),
  mutant(
    "stores restored wallets in a transaction before that of their money",
    code(
      "server/features/house-wallets",
      "restoreWallets",
      "const at = new Date(clock.now());",
      `$&
  await db.insert(houseWallets).values(exported.wallets.map(({ type, ...wallet }) => ({ ...wallet, kind: type })));`,
    ),
  ),
];
