import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { Username } from "../../domain/username.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { usernames } from "../db/schema/players.ts";

/**
 * Reserves a name for a wallet; refused if it is, or was, somebody else's in any look-alike spelling (rules USERNAME-2
 * and USERNAME-3). A wallet can take back its own old name.
 */
export async function takeUsername(
  tx: Tx,
  { username, skeleton }: Username,
  wallet: string,
  at: Date,
): Promise<Result<undefined, "USERNAME_TAKEN">> {
  const taken = await tx
    .insert(usernames)
    .values({ skeleton, username, wallet, takenAt: at })
    .onConflictDoNothing()
    .returning({ wallet: usernames.wallet });
  if (taken.length > 0) return ok();
  const owner = await ownerOfUsername(tx, skeleton);
  if (owner !== wallet) return refuse("USERNAME_TAKEN", { field: "username" });
  await tx.update(usernames).set({ username }).where(eq(usernames.skeleton, skeleton));
  return ok();
}

/** The wallet that has, or once had, a name with this skeleton. */
export async function ownerOfUsername(q: Queryable, skeleton: string): Promise<string | null> {
  const [row] = await q
    .select({ wallet: usernames.wallet })
    .from(usernames)
    .where(eq(usernames.skeleton, skeleton));
  return row?.wallet ?? null;
}
