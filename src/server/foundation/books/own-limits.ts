import { sql } from "drizzle-orm";
import type { Break, BreakKind } from "../../../domain/break.ts";
import { lamports, type Lamports } from "../../../domain/lamports.ts";
import {
  type AmountLimit,
  type HeldLimit,
  leftOf,
  limitPassed,
  type LimitUse,
} from "../../../domain/own-limits.ts";
import { type Refused, refuse } from "../../../domain/result.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { type Queryable, rowsOf, type Tx } from "../db/database.ts";

/** Why a player's own limits do not allow a bet (rule BET-16). */
export type OwnLimitRefusal = "ON_BREAK" | "STAKE_LIMIT_REACHED" | "LOSS_LIMIT_REACHED";

/**
 * Locks a player's betting allowance until this transaction ends, so that two concurrent bets never pass a limit
 * together. Take it before the race is locked, as the deposit processor does.
 */
export async function lockOwnLimits(tx: Tx, wallet: string): Promise<void> {
  await tx.execute(sql`select lock_own_limits(array[${wallet}]::text[])`);
}

interface AskedStake {
  readonly wallet: string;
  readonly stake: Lamports;
  readonly at: Date;
}

/**
 * The first of a player's own limits that a real-money stake would pass, with what is left and until when; null when it
 * passes none (rule BET-16). When a bet is prepared this is an early warning; in the transaction that admits the bet,
 * under {@link lockOwnLimits}, it decides. The deposit processor decides by the same database functions.
 */
export async function checkOwnLimits(
  q: Queryable,
  { wallet, stake, at }: AskedStake,
): Promise<Refused<OwnLimitRefusal> | null> {
  const [row] = await rowsOf<{ passes: boolean }>(
    q,
    sql`select passes_own_limits(${wallet}, ${stake}::bigint, ${at.toISOString()}::timestamptz) as passes`,
  );
  if (row?.passes !== true) return null;
  const onBreak = await checkBreak(q, { wallet, at });
  if (onBreak !== null) return onBreak;
  const passed = limitPassed(await readLimitUse(q, wallet, at), stake);
  return passed === null ? null : refusePassed(passed);
}

/** Refuses while a player is on a break, which also applies to play money and deposits. */
export async function checkBreak(
  q: Queryable,
  { wallet, at }: Omit<AskedStake, "stake">,
): Promise<Refused<"ON_BREAK"> | null> {
  const found = await readBreak(q, wallet, at);
  if (found === null) return null;
  return refuse("ON_BREAK", { message: `You are on a break until ${momentText(found.until)}` });
}

function refusePassed(passed: HeldLimit): Refused<OwnLimitRefusal> {
  const { kind, limit, freesAt } = passed;
  const isStake = kind === "stakeDay" || kind === "stakeWeek";
  const span = kind === "stakeDay" || kind === "lossDay" ? "in 24 hours" : "in 7 days";
  const until = freesAt === null ? "" : ` until ${momentText(freesAt)}`;
  return refuse(isStake ? "STAKE_LIMIT_REACHED" : "LOSS_LIMIT_REACHED", {
    field: "amount",
    message: `Your own limit is ${formatSol(limit)} SOL ${isStake ? "staked" : "lost"} ${span}: ${formatSol(leftOf(passed))} SOL are left${until}`,
  });
}

const momentText = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** How much of each limit is used, in lamports, whether or not it is set. */
export async function readLimitUse(q: Queryable, wallet: string, at: Date): Promise<readonly LimitUse[]> {
  const rows = await rowsOf<{
    kind: AmountLimit;
    amount: bigint | null;
    used: bigint;
    frees_at: number | null;
  }>(
    q,
    sql`select kind, amount, used,
               (extract(epoch from since + case when kind like '%Day' then interval '24 hours' else interval '168 hours' end)
                 * 1000)::float8 as frees_at
          from own_limit_use(${wallet}, ${at.toISOString()}::timestamptz)`,
  );
  return rows.map(({ kind, amount, used, frees_at: freesAt }) => ({
    kind,
    limit: amount === null ? null : lamports(amount),
    used: lamports(used),
    freesAt: freesAt === null ? null : new Date(freesAt),
  }));
}

/** The break in effect at a moment, if any. */
export async function readBreak(q: Queryable, wallet: string, at: Date): Promise<Break | null> {
  const [row] = await rowsOf<{ kind: BreakKind; until: number }>(
    q,
    sql`select kind, (extract(epoch from until) * 1000)::float8 as until
          from own_breaks
         where wallet = ${wallet} and until > ${at.toISOString()}::timestamptz
         order by until desc limit 1`,
  );
  return row === undefined ? null : { kind: row.kind, until: new Date(row.until) };
}
