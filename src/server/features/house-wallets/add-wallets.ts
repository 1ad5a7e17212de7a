import type { HouseWallet, HouseWalletKind } from "../../../domain/ledger.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { appendEntries } from "../../foundation/public-log/append-entries.ts";
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
 * Creates wallets with sealed keys, all of the batch or none, with their audit row and their entries in the public log
 * (rules MONEY-26 and LOG-8). From the commit on, new bets use them in turn too, and the watcher reads them.
 */
export async function addWallets(
  { db, clock, entropy, vault }: Ports,
  { masterPassword, kind, count, by }: Request,
): Promise<Result<readonly HouseWallet[], UnlockRefusal>> {
  const keys = await vault.makeKeys(masterPassword, { count, entropy, by });
  if (!keys.ok) return keys;
  const createdAt = new Date(clock.now());
  const after = keys.value.map(({ address }) => ({ kind, address }));
  await inTransaction(db, async (tx) => {
    await tx.insert(houseWallets).values(keys.value.map((sealed) => ({ ...sealed, kind, createdAt })));
    await appendEntries(
      tx,
      createdAt,
      after.map(({ address }) => ({ kind: "wallet", address, role: kind, change: "begins" })),
    );
    await writeAudit(tx, { at: createdAt, actor: by, action: "house.add-keys", after });
  });
  return ok(after);
}
