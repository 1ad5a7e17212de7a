import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import type { Caller, SignedInCaller } from "../../foundation/http/handler.ts";
import { listReferrals, type ReferralSearch } from "./list-referrals.ts";

export interface LookupPorts {
  readonly db: Db;
  /** The wallet that a username, including old ones, or an address names; null where there is none. */
  readonly findWallet: (q: Queryable, identifier: string) => Promise<string | null>;
  /** A profile as the caller may see it. */
  readonly readUser: (
    wallet: string,
    caller: Caller,
  ) => Promise<Result<Pick<Reply<Api["getReferralProfile"]>, "user">, "PROFILE_NOT_FOUND">>;
}

interface Lookup extends ReferralSearch {
  readonly identifier: string;
  readonly admin: SignedInCaller;
}

/**
 * A player by name or wallet, with one page of the players they referred, in their order and as searched for, and the
 * totals over all of them.
 */
export async function lookUpReferrals(
  { db, findWallet, readUser }: LookupPorts,
  { identifier, admin, ...query }: Lookup,
): Promise<Result<Reply<Api["getReferralProfile"]>, "USER_NOT_FOUND" | "INVALID_INPUT">> {
  const wallet = await findWallet(db, identifier.trim());
  const profile = wallet === null ? null : await readUser(wallet, admin);
  if (wallet === null || profile === null || !profile.ok)
    return refuse("USER_NOT_FOUND", { field: "identifier" });
  const listed = await listReferrals(db, { wallet, seesHidden: true, ...query });
  if (!listed.ok) return listed;
  const { referrals, nextCursor, ...totals } = listed.value;
  return ok({ ...profile.value, totals, referrals, nextCursor });
}
