import { and, desc, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import { sessions } from "../../foundation/db/schema/sign-in.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { SignedInCaller } from "../../foundation/http/handler.ts";
import type { Clock } from "../../foundation/ports.ts";
import { listAdminWallets } from "./list-admin-wallets.ts";
import { sessionEnd } from "./sessions.ts";
import { hashOfToken } from "./sign-in-text.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  /** The admins from the environment. */
  readonly adminWallets: readonly string[];
}

interface SessionCaller {
  readonly caller: SignedInCaller;
  /** The token of the session that asks. */
  readonly sessionToken: string;
}

/** Sessions of one wallet shown at most: no admin's hide another's. */
const SHOWN_PER_WALLET = 20;

/**
 * Names a session without giving anything of its token away: the token is 256 random bits, and this is a part of its
 * hash.
 */
const idOf = (tokenHash: string): string => tokenHash.slice(0, 16);

/**
 * The sessions that a caller may see, latest used first, at most 20 of a wallet: the own ones, and as an admin every
 * admin's (rule ACCESS-10).
 */
export async function listSessions(ports: Ports, { caller, sessionToken }: SessionCaller) {
  const { db, clock } = ports;
  const now = clock.now();
  const current = hashOfToken(sessionToken);
  const admins = await listAdminWallets(db, ports.adminWallets);
  const seen = await readShown(db, caller.isAdmin ? admins : [caller.wallet], new Date(now));
  return seen
    .map((row) => ({
      id: idOf(row.tokenHash),
      wallet: row.wallet,
      isCurrent: row.tokenHash === current,
      signedInAt: row.createdAt,
      lastUsedAt: row.lastUsedAt ?? row.createdAt,
      endsAt: sessionEnd(row, admins.includes(row.wallet)),
      network: row.network,
      browser: row.browser,
    }))
    .filter(({ endsAt }) => now < endsAt.getTime());
}

/**
 * Ends one session, or without an id the caller's other ones (rule ACCESS-10). An admin needs a fresh step-up, so that
 * a stolen cookie cannot lock its owner out. A player's session ends only those that began before it: the owner can
 * always sign in once more, and who stole a cookie cannot.
 */
export function endSessions(
  ports: Ports,
  { caller, sessionToken, id }: SessionCaller & { readonly id: string | null },
): Promise<Result<number, "SESSION_NOT_FOUND" | "SESSION_NEWER" | "STEP_UP_REQUIRED">> {
  return inTransaction(ports.db, async (tx) => {
    const at = new Date(ports.clock.now());
    const admins = caller.isAdmin ? await listAdminWallets(tx, ports.adminWallets) : [];
    const currentHash = hashOfToken(sessionToken);
    const [current] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.tokenHash, currentHash), isLive([caller.wallet], at)));
    if (current === undefined) return refuse("SESSION_NOT_FOUND");
    const isNamed =
      id === null
        ? and(isLive([caller.wallet], at), ne(sessions.tokenHash, currentHash))
        : and(isLive([...admins, caller.wallet], at), eq(sql`left(${sessions.tokenHash}, 16)`, id));
    const named = await tx.select({ tokenHash: sessions.tokenHash }).from(sessions).where(isNamed);
    if (id !== null && named.length === 0) return refuse("SESSION_NOT_FOUND");
    const isOwnEnd = named.every(({ tokenHash }) => tokenHash === currentHash);
    if (caller.isAdmin && !caller.isSteppedUp && !isOwnEnd) return refuse("STEP_UP_REQUIRED");
    const mayEnd = caller.isAdmin ? undefined : lte(sessions.createdAt, current.createdAt);
    const ended = await tx
      .update(sessions)
      .set({ revokedAt: at })
      .where(and(isNamed, mayEnd))
      .returning({ wallet: sessions.wallet, tokenHash: sessions.tokenHash });
    if (id !== null && ended.length === 0) return refuse("SESSION_NEWER");
    if (caller.isAdmin) {
      for (const { wallet, tokenHash } of ended) {
        const detail = { session: idOf(tokenHash) };
        await writeAudit(tx, { at, actor: caller.wallet, action: "session.end", subject: wallet, detail });
      }
    }
    return ok(ended.length);
  });
}

const isLive = (wallets: readonly string[], now: Date) =>
  and(inArray(sessions.wallet, [...wallets]), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

function readShown(q: Queryable, wallets: readonly string[], now: Date) {
  const lastUsed = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;
  const live = q
    .select({
      tokenHash: sessions.tokenHash,
      place: sql<number>`row_number() over (partition by ${sessions.wallet} order by ${lastUsed} desc)`.as(
        "place",
      ),
    })
    .from(sessions)
    .where(isLive(wallets, now))
    .as("live");
  const newest = q.select({ tokenHash: live.tokenHash }).from(live).where(lte(live.place, SHOWN_PER_WALLET));
  return q.select().from(sessions).where(inArray(sessions.tokenHash, newest)).orderBy(desc(lastUsed));
}
