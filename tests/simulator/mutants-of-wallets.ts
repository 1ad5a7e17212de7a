import { code, type Mutant, mutant } from "./mutant.ts";

/** Mistakes that only a house with several wallets of a kind can show. */
export const walletMutants: readonly Mutant[] = [
  mutant(
    "no longer watches a wallet that was retired",
    code(
      "server/books",
      "readHouseWallets",
      "q.select($1).from(houseWallets)",
      "$&.where(eq(houseWallets.isActive, true))",
    ),
  ),
  mutant(
    "takes a payment to another deposit wallet for a bet",
    code("server/bets", "creditReason", 'if ($1) return "WRONG_WALLET";', ""),
  ),
  mutant(
    "books what left a wallet to the oldest of its kind",
    code(
      "server/payouts",
      "completionOf",
      "{ kind: payment.source, address: signer }",
      "{ kind: payment.source, address: [...(await readHouseWallets(tx))].find((one) => one[1] === payment.source)?.[0] ?? signer }",
    ),
  ),
  mutant(
    "has a sweep signed by another wallet than its own",
    code(
      "server/payouts",
      "chooseAffordablePayments",
      "sourceAddress === null ? ofKind : [sourceAddress]",
      "ofKind",
    ),
  ),
  mutant(
    "stores new keys in a transaction before that of their audit row",
    code(
      "server/house-wallets",
      "addWallets",
      "await inTransaction(db, $1);",
      `await db.insert(houseWallets).values(keys.value.map((sealed) => ({ ...sealed, kind, createdAt })));
  await inTransaction(db, (tx) => writeAudit(tx, { at: createdAt, actor: by, action: "house.add-keys", after }));`,
    ),
  ),
  mutant(
    "retires the last wallet of a kind",
    code("server/house-wallets", "retireWallet", "if (active.length === 1) return refuse($1, $2);", ""),
  ),
  mutant(
    "counts what came to a wallet that was just added for nothing",
    code("server/bets", "readOwnPayment", "hasOtherGain ? await houseAddresses.refresh() : known", "known"),
  ),
];
