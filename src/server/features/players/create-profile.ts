import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { parseUsername, type UsernameRefusal } from "../../../domain/username.ts";
import type { Db } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { inTransaction, sqlState, UNIQUE_VIOLATION } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { findReferrer } from "./find-referrer.ts";
import { lockWallet } from "./lock-player.ts";
import { readRestrictedUntil } from "./read-restrictions.ts";
import { takeUsername } from "./take-username.ts";

interface Request {
  /** The session's wallet. */
  readonly wallet: string;
  readonly username: string;
  /** A referral code. An invalid one does not prevent the profile, which then has no referrer. */
  readonly referrer: string | null;
}

export type CreateProfileRefusal = UsernameRefusal | "USERNAME_TAKEN" | "PROFILE_EXISTS" | "BANNED";

/**
 * Creates the session's profile, with its permanent referrer (rules USERNAME-1 to 3 and MONEY-13); a banned wallet gets
 * none (rule USERS-9).
 */
export async function createProfile(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { wallet, username, referrer }: Request,
): Promise<Result<undefined, CreateProfileRefusal>> {
  const name = parseUsername(username);
  if (!name.ok) return name;
  const now = new Date(clock.now());
  try {
    return await inTransaction(db, async (tx) => {
      // A ban that is being imposed counts from here on, or finds a profile.
      await lockWallet(tx, wallet);
      if ((await readRestrictedUntil(tx, { kind: "ban", wallet }, now)) !== null) return refuse("BANNED");
      const [known] = await tx.select({ wallet: users.wallet }).from(users).where(eq(users.wallet, wallet));
      if (known !== undefined) return refuse("PROFILE_EXISTS");
      const referrerWallet = referrer === null ? null : await findReferrer(tx, referrer, wallet);
      const taken = await takeUsername(tx, name.value, wallet, now);
      if (!taken.ok) return taken;
      await tx
        .insert(users)
        .values({ wallet, username: name.value.username, referrer: referrerWallet, createdAt: now });
      return ok();
    });
  } catch (error) {
    // The same wallet created its profile meanwhile; the transaction was rolled back.
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("PROFILE_EXISTS");
    throw error;
  }
}
