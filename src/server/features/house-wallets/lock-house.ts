import { ok, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, "unlock" | "lock" | "isUnlocked">;
}

/** Unlocks this instance, which may then become leader for races and payments (rules MONEY-19 and MONEY-28). */
export async function unlockHouse(
  ports: Ports,
  { masterPassword, by }: { readonly masterPassword: string; readonly by: string },
): Promise<Result<{ readonly changed: boolean }, UnlockRefusal>> {
  const wasUnlocked = ports.vault.isUnlocked();
  const unlocked = await ports.vault.unlock(masterPassword, by);
  if (!unlocked.ok) return unlocked;
  await audit(ports, by, "house.unlock");
  return ok({ changed: !wasUnlocked });
}

/** Drops the keys of this instance. It continues what it leads; what needs a signature waits (rule MONEY-19). */
export async function lockHouse(ports: Ports, by: string): Promise<{ readonly changed: boolean }> {
  const changed = ports.vault.isUnlocked();
  ports.vault.lock();
  await audit(ports, by, "house.lock");
  return { changed };
}

const audit = ({ db, clock }: Ports, actor: string, action: `house.${string}`): Promise<void> =>
  inTransaction(db, (tx) => writeAudit(tx, { at: new Date(clock.now()), actor, action }));
