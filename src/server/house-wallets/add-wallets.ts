import type { HouseWallet, HouseWalletKind } from "../../domain/ledger.ts";
import { ok, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db } from "../db/database.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly vault: Pick<Vault, "makeKeys">;
}

interface Request {
  readonly masterPassword: string;
  readonly kind: HouseWalletKind;
  readonly count: number;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Creates wallets with sealed keys, all of the batch or none, with their audit row (rule MONEY-26). From the commit on,
 * new bets use them in turn too, and the watcher reads them.
 */
export async function addWallets(
  { db, clock, entropy, vault }: Ports,
  { masterPassword, kind, count, by }: Request,
): Promise<Result<readonly HouseWallet[], UnlockRefusal>> {
  const keys = await vault.makeKeys(masterPassword, { count, entropy });
  if (!keys.ok) return keys;
  const createdAt = new Date(clock.now());
  const after = keys.value.map(({ address }) => ({ kind, address }));
  await inTransaction(db, async (tx) => {
    await tx.insert(houseWallets).values(keys.value.map((sealed) => ({ ...sealed, kind, createdAt })));
    await writeAudit(tx, { at: createdAt, actor: by, action: "house.add-keys", after });
  });
  return ok(after);
}
