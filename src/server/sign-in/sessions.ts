import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { settingDefinitions } from "../../domain/settings.ts";
import type { Db, Tx } from "../db/database.ts";
import { admins } from "../db/schema/admins.ts";
import { settings } from "../db/schema/settings.ts";
import { restrictions } from "../db/schema/players.ts";
import { sessions, signInNonces } from "../db/schema/sign-in.ts";
import type { Sessions, Standing } from "../http/sessions.ts";
import { inBatches } from "../in-batches.ts";
import type { Clock, Entropy } from "../ports.ts";
import { hashOfToken } from "./sign-in-text.ts";

/** How long a session lasts from its sign-in; using it does not extend it. */
const SESSION_LIFE_MS = 7 * 24 * 3_600_000;

const MAX_TOKENS = 256;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export interface OpenedSession {
  readonly wallet: string;
  /** For the cookie only: 256 random bits, base64url. The database stores its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

export async function openSession(
  { db, clock, entropy }: { db: Db; clock: Clock; entropy: Entropy },
  wallet: string,
): Promise<OpenedSession> {
  const token = Buffer.from(entropy.bytes(32)).toString("base64url");
  const createdAt = new Date(clock.now());
  const expiresAt = new Date(clock.now() + SESSION_LIFE_MS);
  await db.insert(sessions).values({ tokenHash: hashOfToken(token), wallet, createdAt, expiresAt });
  return { wallet, token, expiresAt };
}

/** How long a confirmation by the wallet holds (rule ACCESS-8). */
export const STEP_UP_LIFE_MS = 10 * 60_000;

/** Marks a session of a wallet as confirmed and answers when it expires; null if the token no longer has one. */
export async function stepUpSession(
  tx: Tx,
  { token, wallet, at }: { readonly token: string; readonly wallet: string; readonly at: Date },
): Promise<Date | null> {
  const [raised] = await tx
    .update(sessions)
    .set({ steppedUpAt: at })
    .where(
      and(
        eq(sessions.tokenHash, hashOfToken(token)),
        eq(sessions.wallet, wallet),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, at),
      ),
    )
    .returning({ expiresAt: sessions.expiresAt });
  return raised?.expiresAt ?? null;
}

/** Until when a session counts as confirmed by its wallet; null if it never was (rule ADMIN-6). */
export async function readStepUpEnd(db: Db, token: string): Promise<Date | null> {
  const [session] = await db
    .select({ at: sessions.steppedUpAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashOfToken(token)));
  return session?.at ? new Date(session.at.getTime() + STEP_UP_LIFE_MS) : null;
}

/** Ends a session at once, for calls and sockets alike. An unknown token is not an error. */
export async function revokeSession({ db, clock }: { db: Db; clock: Clock }, token: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: new Date(clock.now()) })
    .where(and(eq(sessions.tokenHash, hashOfToken(token)), isNull(sessions.revokedAt)));
}

/**
 * Reads sessions with the roles of their wallets. They are re-read each time, so that a revoked role or a ban takes
 * effect from the next call on (rule ACCESS-2). Only the setting `chat_moderators` says who moderates the chat (rule
 * ACCESS-5).
 */
export function sessionReader(ports: {
  readonly db: Db;
  readonly clock: Clock;
  readonly adminWallets: readonly string[];
}): Sessions {
  const configured = new Set(ports.adminWallets);
  const standings = async (tokens: readonly string[]) => {
    const byHash = new Map(tokens.filter((t) => tokenPattern.test(t)).map((t) => [hashOfToken(t), t]));
    const found = new Map<string, Standing>();
    if (byHash.size === 0) return found;
    const now = ports.clock.now();
    for (const row of await readRows(ports.db, [...byHash.keys()], new Date(now))) {
      const isAdmin = configured.has(row.wallet) || row.appointed;
      const listed = settingDefinitions.chat_moderators.input.read(row.chatModerators ?? "")?.value ?? [];
      const isModerator = isAdmin || listed.includes(row.wallet);
      const token = byHash.get(row.tokenHash);
      if (token !== undefined) {
        const { wallet, banned, chatBanned, steppedUpAt } = row;
        const isSteppedUp = steppedUpAt !== null && now < steppedUpAt.getTime() + STEP_UP_LIFE_MS;
        const roles = { isAdmin, isModerator, isSteppedUp };
        found.set(token, { wallet, ...roles, isBanned: banned, isChatBanned: chatBanned });
      }
    }
    return found;
  };
  // Calls that arrive during a read are read together afterwards, so that each read starts after its call arrived.
  const standing = inBatches(MAX_TOKENS, async (tokens: readonly string[]) => {
    const found = await standings(tokens);
    return tokens.map((token) => found.get(token) ?? null);
  });
  return { standings, standing };
}

function readRows(db: Db, hashes: readonly string[], now: Date) {
  const isRestricted = (kind: "ban" | "chat_ban") => {
    const restriction = db
      .select({ one: sql`1` })
      .from(restrictions)
      .where(
        and(
          eq(restrictions.wallet, sessions.wallet),
          eq(restrictions.kind, kind),
          gt(restrictions.until, now),
          isNull(restrictions.liftedAt),
        ),
      );
    return sql<boolean>`exists (${restriction})`;
  };
  return db
    .select({
      tokenHash: sessions.tokenHash,
      wallet: sessions.wallet,
      steppedUpAt: sessions.steppedUpAt,
      appointed: sql<boolean>`${admins.wallet} is not null`,
      chatModerators: settings.value,
      banned: isRestricted("ban"),
      chatBanned: isRestricted("chat_ban"),
    })
    .from(sessions)
    .leftJoin(admins, eq(admins.wallet, sessions.wallet))
    .leftJoin(settings, eq(settings.key, "chat_moderators"))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${sql.param([...hashes])}::text[])`,
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    );
}

/** Housekeeping: deletes sign-ins that expired an hour ago and sessions that ended a month ago. */
export async function deleteExpiredSignIns({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const hourAgo = new Date(clock.now() - 3_600_000);
  const monthAgo = new Date(clock.now() - 30 * 24 * 3_600_000);
  await db.delete(signInNonces).where(lt(signInNonces.expiresAt, hourAgo));
  await db.delete(sessions).where(or(lt(sessions.expiresAt, monthAgo), lt(sessions.revokedAt, monthAgo)));
}
