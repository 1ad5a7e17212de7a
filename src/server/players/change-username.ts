import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { parseUsername, type UsernameRefusal } from "../../domain/username.ts";
import type { Db } from "../db/database.ts";
import { users } from "../db/schema/players.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { takeUsername } from "./take-username.ts";

/** Gives a player another name; the old one stays reserved for its owner (rule USERNAME-3). */
export async function changeUsername(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { wallet, username }: { readonly wallet: string; readonly username: string },
): Promise<Result<undefined, UsernameRefusal | "USERNAME_TAKEN" | "PROFILE_NOT_FOUND">> {
  const name = parseUsername(username);
  if (!name.ok) return name;
  return inTransaction(db, async (tx) => {
    const [profile] = await tx
      .select({ wallet: users.wallet })
      .from(users)
      .where(eq(users.wallet, wallet))
      .for("update");
    if (profile === undefined) return refuse("PROFILE_NOT_FOUND");
    const taken = await takeUsername(tx, name.value, wallet, new Date(clock.now()));
    if (!taken.ok) return taken;
    await tx.update(users).set({ username: name.value.username }).where(eq(users.wallet, wallet));
    return ok();
  });
}
