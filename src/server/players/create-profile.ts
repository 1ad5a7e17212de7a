import { eq } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { parseUsername, type UsernameRefusal, usernameSkeleton } from "../../domain/username.ts";
import { parseWalletAddress } from "../../domain/wallet-address.ts";
import type { Db, Queryable } from "../db/database.ts";
import { users } from "../db/schema/players.ts";
import { inTransaction, sqlState } from "../db/transaction.ts";
import type { Clock } from "../ports.ts";
import { ownerOfUsername, takeUsername } from "./take-username.ts";

const UNIQUE_VIOLATION = "23505";

interface Request {
  /** The session's. */
  readonly wallet: string;
  readonly username: string;
  /** A username, an old one too, or a wallet. */
  readonly referrer: string | null;
}

export type CreateProfileRefusal =
  | UsernameRefusal
  | "USERNAME_TAKEN"
  | "PROFILE_EXISTS"
  | "REFERRER_UNKNOWN"
  | "REFERRER_SELF";

/** Makes the session's profile, with its referrer for good (rules USERNAME-1 to 3 and MONEY-13). */
export async function createProfile(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { wallet, username, referrer }: Request,
): Promise<Result<undefined, CreateProfileRefusal>> {
  const name = parseUsername(username);
  if (!name.ok) return name;
  const now = new Date(clock.now());
  try {
    return await inTransaction(db, async (tx) => {
      const [known] = await tx.select({ wallet: users.wallet }).from(users).where(eq(users.wallet, wallet));
      if (known !== undefined) return refuse("PROFILE_EXISTS");
      const referrerWallet = await findReferrer(tx, referrer?.trim() ?? "", wallet);
      if (!referrerWallet.ok) return referrerWallet;
      const taken = await takeUsername(tx, name.value, wallet, now);
      if (!taken.ok) return taken;
      await tx
        .insert(users)
        .values({ wallet, username: name.value.username, referrer: referrerWallet.value, createdAt: now });
      return ok();
    });
  } catch (error) {
    // The same wallet created its profile in between; the transaction took nothing.
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("PROFILE_EXISTS");
    throw error;
  }
}

/** The wallet that a referral code stands for; null where none was given (rule USERNAME-3). */
async function findReferrer(
  q: Queryable,
  code: string,
  wallet: string,
): Promise<Result<string | null, "REFERRER_UNKNOWN" | "REFERRER_SELF">> {
  if (code === "") return ok(null);
  const skeleton = usernameSkeleton(code.normalize("NFKC"));
  const referrer = parseWalletAddress(code).ok ? code : await ownerOfUsername(q, skeleton);
  if (referrer === null) return refuse("REFERRER_UNKNOWN", { field: "referrer" });
  return referrer === wallet ? refuse("REFERRER_SELF", { field: "referrer" }) : ok(referrer);
}
