import { asc, eq } from "drizzle-orm";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { appendEntries } from "../../foundation/public-log/append-entries.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, "check">;
}

interface Request {
  readonly masterPassword: string;
  readonly address: string;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Takes a wallet out of use: nothing new is sent to it or paid from it. It is still watched and swept, since somebody
 * may hold a transaction that pays to it (rule MONEY-26). At least one of each kind must remain. Retiring it again does
 * nothing. The public log says that it has ended (rule LOG-8).
 */
export async function retireWallet(
  { db, clock, vault }: Ports,
  { masterPassword, address, by }: Request,
): Promise<Result<undefined, UnlockRefusal | "HOUSE_WALLET_NOT_FOUND" | "LAST_HOUSE_WALLET">> {
  const proven = await vault.check(masterPassword, by);
  if (!proven.ok) return proven;
  return inTransaction(db, async (tx) => {
    const [found] = await tx.select().from(houseWallets).where(eq(houseWallets.address, address));
    if (!found) return refuse("HOUSE_WALLET_NOT_FOUND", { field: "address" });
    // Locks all of the kind, so that of two admins who retire the last two wallets only one succeeds.
    const ofKind = await tx
      .select()
      .from(houseWallets)
      .where(eq(houseWallets.kind, found.kind))
      .orderBy(asc(houseWallets.address))
      .for("update");
    const active = ofKind.filter(({ isActive }) => isActive);
    if (!active.some((wallet) => wallet.address === address)) return ok();
    if (active.length === 1) return refuse("LAST_HOUSE_WALLET", { field: "address" });
    await tx.update(houseWallets).set({ isActive: false }).where(eq(houseWallets.address, address));
    const at = new Date(clock.now());
    await appendEntries(tx, at, [{ kind: "wallet", address, role: found.kind, change: "ends" }]);
    await writeAudit(tx, {
      at,
      actor: by,
      action: "house.retire",
      subject: address,
      before: { kind: found.kind, isActive: true },
      after: { kind: found.kind, isActive: false },
    });
    return ok();
  });
}
