import { isStrongPassword } from "../../../domain/master-password.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { type HouseWallet, houseWalletKinds } from "../../../domain/ledger.ts";
import { houseVault, houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { fullCost, type PasswordCost } from "./master-password.ts";
import { newWallet } from "./new-wallet.ts";
import { wrapDataKey } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Lower cost, in tests only. */
  readonly cost?: PasswordCost;
}

interface Request {
  readonly masterPassword: string;
  /** The admin's wallet; `system` at startup. */
  readonly by: string;
}

/**
 * Creates the vault and one wallet of each kind, once (rule MONEY-17). The keys stay locked until the vault is
 * unlocked with the same password.
 */
export async function initialiseHouse(
  { db, clock, entropy, cost = fullCost }: Ports,
  { masterPassword, by }: Request,
): Promise<Result<readonly HouseWallet[], "MASTER_PASSWORD_WEAK" | "HOUSE_INITIALIZED">> {
  if (!isStrongPassword(masterPassword)) return refuse("MASTER_PASSWORD_WEAK", { field: "masterPassword" });
  const createdAt = new Date(clock.now());
  const dataKey = entropy.bytes(32);
  const vault = await wrapDataKey(dataKey, { masterPassword, cost, entropy });
  const wallets = houseWalletKinds.map((kind) => ({ kind, ...newWallet(dataKey, entropy), createdAt }));
  dataKey.fill(0);
  const made = wallets.map(({ kind, address }) => ({ kind, address }));
  const isFirst = await inTransaction(db, async (tx) => {
    const rows = await tx
      .insert(houseVault)
      .values({ id: 1, ...vault, createdAt })
      .onConflictDoNothing()
      .returning({ id: houseVault.id });
    if (rows.length === 0) return false;
    await tx.insert(houseWallets).values(wallets);
    await writeAudit(tx, { at: createdAt, actor: by, action: "house.initialize", after: made });
    return true;
  });
  return isFirst ? ok(made) : refuse("HOUSE_INITIALIZED");
}
