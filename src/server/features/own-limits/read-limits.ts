import { sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { OwnLimits } from "../../../contract/own-limits/own-limits.ts";
import {
  type Lamports,
  lamports,
  type SignedLamports,
  signedLamports,
  ZERO,
} from "../../../domain/lamports.ts";
import { type AmountLimit, type KeptLimit } from "../../../domain/own-limits.ts";
import { readBreak, readLimitUse } from "../../foundation/books/own-limits.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import type { Clock } from "../../foundation/ports.ts";
import { keptLimit, readKeptLimits } from "./limit-rows.ts";

/** A player's own limits, how much of them is used, pending ones, and the break in force (rule BET-16). */
export async function readOwnLimits(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  wallet: string,
): Promise<OwnLimits> {
  const at = new Date(clock.now());
  const limits = await readKeptLimits(db, wallet, at.getTime());
  const uses = await readLimitUse(db, wallet, at);
  const amount = (kind: AmountLimit) => {
    const { value, next } = keptLimit(limits, kind);
    const use = uses.find((one) => one.kind === kind);
    return {
      limit: inLamports(value),
      used: use?.used ?? ZERO,
      freesAt: use?.freesAt ?? null,
      pending: next === null ? null : { limit: inLamports(next.value), at: new Date(next.atMs) },
    };
  };
  return {
    stakeDay: amount("stakeDay"),
    stakeWeek: amount("stakeWeek"),
    lossDay: amount("lossDay"),
    lossWeek: amount("lossWeek"),
    reminder: reminderOf(keptLimit(limits, "reminder")),
    break: await readBreak(db, wallet, at),
  };
}

const inLamports = (value: bigint | null): Lamports | null => (value === null ? null : lamports(value));
const inMinutes = (value: bigint | null): number | null => (value === null ? null : Number(value));

const reminderOf = ({ value, next }: KeptLimit): OwnLimits["reminder"] => ({
  limit: inMinutes(value),
  pending: next === null ? null : { limit: inMinutes(next.value), at: new Date(next.atMs) },
});

/** Maximum length of a session, so that no request sums a whole history. */
const LONGEST_SESSION_MS = 7 * DAY_MS;

/** What a player has bet since a moment within the last week, and the net result of those bets that are settled. */
export async function readSession(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  wallet: string,
  since: Date,
): Promise<{ readonly staked: Lamports; readonly net: SignedLamports }> {
  const from = new Date(Math.max(since.getTime(), clock.now() - LONGEST_SESSION_MS));
  const [row] = await rowsOf<{ staked: bigint; net: bigint }>(
    db,
    sql`select coalesce(sum(stake), 0)::bigint as staked,
               coalesce(sum(coalesce(payout, 0) - stake) filter (where result is not null), 0)::bigint as net
          from bets
         where wallet = ${wallet} and status = 'confirmed' and ledger = 'real' and result is distinct from 'refunded'
           and confirmed_at >= ${from.toISOString()}::timestamptz`,
  );
  return { staked: lamports(row?.staked ?? 0n), net: signedLamports(row?.net ?? 0n) };
}
