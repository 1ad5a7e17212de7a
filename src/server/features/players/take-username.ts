import { and, count, eq, gt, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { ok, type Refused, refuse, type Result } from "../../../domain/result.ts";
import { NAME_RESERVED_MS, RESERVED_NAMES } from "../../../domain/username-change.ts";
import { type Username, usernamesLike } from "../../../domain/username.ts";
import type { Queryable, Tx } from "../../foundation/db/database.ts";
import { usernames } from "../../foundation/db/schema/players.ts";

/**
 * Makes a name the wallet's own in place of the one it has, which stays reserved for it; refused if the name is
 * somebody else's, in use or reserved, in any look-alike spelling (rules USERNAME-2 and USERNAME-3). The refusal says
 * which name it looks like, and offers three that are free. A wallet can take back its own old name.
 */
export async function takeUsername(
  tx: Tx,
  { username, skeleton }: Username,
  wallet: string,
  at: Date,
): Promise<Result<undefined, "USERNAME_TAKEN">> {
  await deleteFreeNames(tx, { skeleton, wallet }, at);
  const [taken] = await tx
    .insert(usernames)
    .values({ skeleton, username, wallet, takenAt: at })
    .onConflictDoUpdate({
      target: usernames.skeleton,
      set: { username, releasedAt: null },
      setWhere: eq(usernames.wallet, wallet),
    })
    .returning({ wallet: usernames.wallet });
  if (taken === undefined) return refuseTaken(tx, { username, skeleton });
  await tx
    .update(usernames)
    .set({ releasedAt: at })
    .where(and(eq(usernames.wallet, wallet), ne(usernames.skeleton, skeleton), isNull(usernames.releasedAt)));
  return ok();
}

/** Deletes old names that are not reserved any more, of those that stand in the way and those of the wallet. */
async function deleteFreeNames(
  tx: Tx,
  { skeleton, wallet }: { readonly skeleton: string; readonly wallet: string },
  at: Date,
): Promise<void> {
  const newer = alias(usernames, "newer");
  const newerOnes = tx
    .select({ count: count() })
    .from(newer)
    .where(and(eq(newer.wallet, usernames.wallet), gt(newer.releasedAt, usernames.releasedAt)));
  await tx
    .delete(usernames)
    .where(
      and(
        or(eq(usernames.skeleton, skeleton), eq(usernames.wallet, wallet)),
        lte(usernames.releasedAt, new Date(at.getTime() - NAME_RESERVED_MS)),
        sql`(${newerOnes}) >= ${RESERVED_NAMES}`,
      ),
    );
}

const SUGGESTIONS = 3;

async function refuseTaken(tx: Tx, { username, skeleton }: Username): Promise<Refused<"USERNAME_TAKEN">> {
  const others = usernamesLike(username);
  const rows = await tx
    .select({ skeleton: usernames.skeleton, username: usernames.username })
    .from(usernames)
    .where(inArray(usernames.skeleton, [skeleton, ...others.map((other) => other.skeleton)]));
  const known = new Map(rows.map((row) => [row.skeleton, row.username]));
  const taken = known.get(skeleton) ?? username;
  return refuse("USERNAME_TAKEN", {
    field: "username",
    suggestions: others
      .filter((other) => !known.has(other.skeleton))
      .slice(0, SUGGESTIONS)
      .map((other) => other.username),
    ...(taken !== username && {
      like: taken,
      message: `This username looks like “${taken}”, which is taken`,
    }),
  });
}

/** The wallet that has a name with this skeleton, or for which it is reserved. */
export async function ownerOfUsername(q: Queryable, skeleton: string): Promise<string | null> {
  const [row] = await q
    .select({ wallet: usernames.wallet })
    .from(usernames)
    .where(eq(usernames.skeleton, skeleton));
  return row?.wallet ?? null;
}
