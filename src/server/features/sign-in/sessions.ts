import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import { settingDefinitions } from "../../../domain/settings.ts";
import type { Db } from "../../foundation/db/database.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import { settings } from "../../foundation/db/schema/settings.ts";
import { restrictions } from "../../foundation/db/schema/players.ts";
import { sessions, signInNonces } from "../../foundation/db/schema/sign-in.ts";
import type { ClientDescription } from "../../foundation/http/describe-client.ts";
import type { CallerTokens, Sessions, SessionState } from "../../foundation/http/sessions.ts";
import { inBatches } from "../../foundation/in-batches.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { listAdminWallets } from "./list-admin-wallets.ts";
import { stepUpOf } from "./raise-session.ts";
import { hashOfToken, newToken } from "./sign-in-text.ts";

/** How long a session lasts from its sign-in; using it does not extend it (rule IDENTITY-2). */
const SESSION_LIFE_MS = 7 * DAY_MS;
const ADMIN_SESSION_LIFE_MS = 12 * 3_600_000;

/** Sessions of a wallet at a time (rule IDENTITY-7). */
const MAX_SESSIONS = 50;

/** How exactly it is recorded when a session was last used. */
const USE_RECORDED_EVERY_MS = 5 * 60_000;

const MAX_TOKENS = 256;

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

export interface OpenedSession {
  readonly wallet: string;
  /** For the cookie only: 256 random bits, base64url. The database stores its hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

interface SessionPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** The admins from the environment. */
  readonly adminWallets: readonly string[];
}

/**
 * When a session ends. A wallet's role counts as it is now: whoever becomes an admin has an admin's session from then
 * on.
 */
export function sessionEnd(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
  isAdmin: boolean,
): Date {
  const adminEnd = new Date(createdAt.getTime() + ADMIN_SESSION_LIFE_MS);
  return isAdmin && adminEnd < expiresAt ? adminEnd : expiresAt;
}

/** Opens a session and ends the wallet's oldest beyond the most that it may have (rules IDENTITY-2 and IDENTITY-7). */
export async function openSession(
  { db, clock, entropy, adminWallets }: SessionPorts,
  wallet: string,
  client: ClientDescription,
): Promise<OpenedSession> {
  const token = newToken(entropy);
  const createdAt = new Date(clock.now());
  const isAdmin = (await listAdminWallets(db, adminWallets)).includes(wallet);
  const expiresAt = sessionEnd(
    { createdAt, expiresAt: new Date(createdAt.getTime() + SESSION_LIFE_MS) },
    isAdmin,
  );
  const times = { createdAt, expiresAt, lastUsedAt: createdAt };
  const opened = { tokenHash: hashOfToken(token), wallet, ...times };
  await db.insert(sessions).values({ ...opened, ...client });
  await endOldestBeside(db, opened);
  return { wallet, token, expiresAt };
}

/**
 * Ends the wallet's sessions beyond the newest {@link MAX_SESSIONS}: their rows go, and their sockets are cut. The one
 * just opened stays, also among others of the same moment.
 */
async function endOldestBeside(
  db: Db,
  { wallet, tokenHash, createdAt }: Pick<typeof sessions.$inferSelect, "wallet" | "tokenHash" | "createdAt">,
): Promise<void> {
  const beyond = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(
      and(
        eq(sessions.wallet, wallet),
        ne(sessions.tokenHash, tokenHash),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, createdAt),
      ),
    )
    .orderBy(desc(sessions.createdAt), sessions.tokenHash)
    .offset(MAX_SESSIONS - 1);
  await db.delete(sessions).where(inArray(sessions.tokenHash, beyond));
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
  const readSessions = async (tokens: readonly string[], now: number) => {
    const byHash = new Map(tokens.filter((t) => tokenPattern.test(t)).map((t) => [hashOfToken(t), t]));
    const rows = byHash.size === 0 ? [] : await readRows(ports.db, [...byHash.keys()], new Date(now));
    const live = rows.filter((row) => now < sessionEnd(row, isAdmin(row)).getTime());
    await recordUse(ports.db, live, now);
    return new Map(live.map((row) => [byHash.get(row.tokenHash) ?? "", row]));
  };
  const isAdmin = ({ wallet, appointed }: SessionRow) => configured.has(wallet) || appointed;
  const stateOf = (row: SessionRow, stepUpToken: string | null, now: number): SessionState => {
    const { wallet } = row;
    const listed = settingDefinitions.chat_moderators.input.read(row.chatModerators ?? "")?.value ?? [];
    const stepUp = stepUpOf(row, stepUpToken, now);
    return {
      wallet,
      isAdmin: isAdmin(row),
      isModerator: isAdmin(row) || listed.includes(wallet),
      isSteppedUp: now < (stepUp?.adminUntil?.getTime() ?? 0),
      ...(stepUp !== undefined && { stepUp }),
      isBanned: row.banned,
      isChatBanned: row.chatBanned,
    };
  };
  const states = async (tokens: readonly string[]) => {
    const now = ports.clock.now();
    const found = await readSessions(tokens, now);
    return new Map([...found].map(([token, row]) => [token, stateOf(row, null, now)]));
  };
  // Calls that arrive during a read are read together afterwards, so that each read starts after its call arrived.
  const state = inBatches(MAX_TOKENS, async (callers: readonly CallerTokens[]) => {
    const now = ports.clock.now();
    const found = await readSessions(
      callers.map(({ session }) => session),
      now,
    );
    return callers.map(({ session, stepUp }) => {
      const row = found.get(session);
      return row === undefined ? null : stateOf(row, stepUp, now);
    });
  });
  return { states, state };
}

async function recordUse(db: Db, rows: readonly SessionRow[], now: number): Promise<void> {
  const before = now - USE_RECORDED_EVERY_MS;
  const used = rows.filter(({ lastUsedAt }) => (lastUsedAt?.getTime() ?? 0) <= before);
  if (used.length === 0) return;
  const hashes = used.map(({ tokenHash }) => tokenHash);
  await db
    .update(sessions)
    .set({ lastUsedAt: new Date(now) })
    .where(inArray(sessions.tokenHash, hashes));
}

type SessionRow = Awaited<ReturnType<typeof readRows>>[number];

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
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      lastUsedAt: sessions.lastUsedAt,
      stepUpHash: sessions.stepUpHash,
      steppedUpAt: sessions.steppedUpAt,
      balanceSteppedUpAt: sessions.balanceSteppedUpAt,
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

/** Housekeeping: deletes sign-ins that expired an hour ago and sessions that ended a day ago (rule GROWTH-2). */
export async function deleteExpiredSignIns({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const hourAgo = new Date(clock.now() - 3_600_000);
  const dayAgo = new Date(clock.now() - DAY_MS);
  await db.delete(signInNonces).where(lt(signInNonces.expiresAt, hourAgo));
  await db.delete(sessions).where(or(lt(sessions.expiresAt, dayAgo), lt(sessions.revokedAt, dayAgo)));
}
