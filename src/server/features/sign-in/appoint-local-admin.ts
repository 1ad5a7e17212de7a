import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import type { Db } from "../../foundation/db/database.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";

/**
 * Makes the session's wallet an admin. Local mode only, where the money has no value and anyone who can reach the
 * server owns it; the caller checks the mode.
 */
export function appointLocalAdmin(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  wallet: string,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const at = new Date(clock.now());
    const made = await tx
      .insert(admins)
      .values({ wallet, appointedBy: wallet, appointedAt: at })
      .onConflictDoNothing()
      .returning({ wallet: admins.wallet });
    if (made.length === 0) return;
    await writeAudit(tx, { at, actor: wallet, action: "admin.appoint-local", subject: wallet });
  });
}
