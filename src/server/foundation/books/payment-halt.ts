import { eq } from "drizzle-orm";
import type { Queryable, Tx } from "../db/database.ts";
import { settings } from "../db/schema/settings.ts";

/** Not a setting in the panel: the books write it, and admins read it (rule MONEY-20). */
const KEY = "payments_halted";

/** Why outgoing payments are halted, or null when they are not. */
export async function readHaltReason(q: Queryable): Promise<string | null> {
  const [row] = await q.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY));
  return row?.value ? row.value : null;
}

/** Since when payments have been halted, or null when they are not. */
export async function readHaltedSince(q: Queryable): Promise<Date | null> {
  const [row] = await q.select().from(settings).where(eq(settings.key, KEY));
  return row?.value ? row.updatedAt : null;
}

/** Locks and returns the reason: nobody else changes it until this transaction ends. */
export async function lockHaltReason(tx: Tx): Promise<string | null> {
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, KEY))
    .for("update");
  return row?.value ? row.value : null;
}

export async function writeHaltReason(tx: Tx, reason: string | null, at: Date): Promise<void> {
  const written = { value: reason ?? "", updatedAt: at, updatedBy: null };
  await tx
    .insert(settings)
    .values({ key: KEY, ...written })
    .onConflictDoUpdate({ target: settings.key, set: written });
}
