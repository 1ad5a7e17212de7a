import { ok, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, "unlock" | "lock">;
}

/** Unlocks this instance, which may then become leader for races and payments (rules MONEY-19 and MONEY-28). */
export async function unlockHouse(
  ports: Ports,
  { masterPassword, by }: { readonly masterPassword: string; readonly by: string },
): Promise<Result<undefined, UnlockRefusal>> {
  const unlocked = await ports.vault.unlock(masterPassword);
  if (!unlocked.ok) return unlocked;
  await audit(ports, by, "house.unlock");
  return ok();
}

/** Drops the keys of this instance. It continues what it leads; what needs a signature waits (rule MONEY-19). */
export async function lockHouse(ports: Ports, by: string): Promise<void> {
  ports.vault.lock();
  await audit(ports, by, "house.lock");
}

const audit = ({ db, clock }: Ports, actor: string, action: `house.${string}`): Promise<void> =>
  inTransaction(db, (tx) => writeAudit(tx, { at: new Date(clock.now()), actor, action }));
