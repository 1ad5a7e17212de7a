import { and, eq } from "drizzle-orm";
import { isStrongPassword } from "../../../domain/master-password.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { houseVault } from "../../foundation/db/schema/house-wallets.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { fullCost, type PasswordCost } from "./master-password.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly vault: Pick<Vault, "rewrap">;
  /** Lower cost, in tests only. */
  readonly cost?: PasswordCost;
}

interface Change {
  readonly masterPassword: string;
  readonly newPassword: string;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Wraps the data key under another master password (rule MONEY-29). The wallets' keys stay sealed as they are, and
 * unlocked instances stay unlocked. Of two concurrent changes, the second finds its password wrong.
 */
export async function changeMasterPassword(
  { db, clock, entropy, vault, cost = fullCost }: Ports,
  { masterPassword, newPassword, by }: Change,
): Promise<Result<undefined, UnlockRefusal | "MASTER_PASSWORD_WEAK">> {
  if (!isStrongPassword(newPassword)) return refuse("MASTER_PASSWORD_WEAK", { field: "newPassword" });
  const rewrapped = await vault.rewrap({ masterPassword, newPassword, cost, entropy, by });
  if (!rewrapped.ok) return rewrapped;
  const { replaces, wrapped } = rewrapped.value;
  return inTransaction(db, async (tx) => {
    const changed = await tx
      .update(houseVault)
      .set(wrapped)
      .where(and(eq(houseVault.id, 1), eq(houseVault.wrappedKey, replaces)))
      .returning({ id: houseVault.id });
    if (changed.length === 0) return refuse("MASTER_PASSWORD_WRONG");
    await writeAudit(tx, { at: new Date(clock.now()), actor: by, action: "house.change-password" });
    return ok();
  });
}
