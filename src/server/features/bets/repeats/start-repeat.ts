import { and, eq, isNull } from "drizzle-orm";
import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import type { RaceSettings } from "../../../../domain/race-settings.ts";
import type { RepeatHorse } from "../../../../domain/repeat.ts";
import { ok, type Refused, type Result, refuse } from "../../../../domain/result.ts";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { balanceOf } from "../../../foundation/books/ledger.ts";
import { checkCountry, isNoticeDue } from "../../../foundation/books/age-notices.ts";
import { checkOwnLimits, type OwnLimitRefusal } from "../../../foundation/books/own-limits.ts";
import type { Db, Tx } from "../../../foundation/db/database.ts";
import { betRepeats } from "../../../foundation/db/schema/bets.ts";
import { horses } from "../../../foundation/db/schema/races.ts";
import { inTransactionOnce, readEarlierEffect } from "../../../foundation/db/keyed-transaction.ts";
import { sqlState, UNIQUE_VIOLATION } from "../../../foundation/db/transaction.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";
import { needsStepUp } from "../balance-step-up.ts";
import { readEligibility } from "../queries.ts";
import { endRepeat } from "./end-repeat.ts";
import { lastNumberOf } from "./pick-horse.ts";
import { findTerms } from "./repeat-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

interface RepeatRequest {
  readonly wallet: string;
  readonly horse: RepeatHorse;
  /** Id of the chosen horse, if the repeat bets on a chosen one. */
  readonly horseId: number | null;
  readonly stake: Lamports;
  readonly races: number;
  readonly stopAtLoss: Lamports;
  /** The wallet confirmed larger bets from its balance (rule BALANCE-1). */
  readonly isSteppedUp?: boolean;
  /** The race whose terms the player has seen; the newest one when absent. */
  readonly raceId?: string | null;
}

interface Whereabouts {
  /** Country the player is in; unknown when absent. */
  readonly country?: string | null;
}

export type StartRefusal =
  | "PROFILE_REQUIRED"
  | "BANNED"
  | "MAINTENANCE"
  | "RACE_NOT_FOUND"
  | "BET_TOO_SMALL"
  | "BET_TOO_LARGE"
  | "INVALID_INPUT"
  | "COUNTRY_BLOCKED"
  | "NOTICE_REQUIRED"
  | OwnLimitRefusal
  | "STEP_UP_REQUIRED"
  | "HORSE_NOT_FOUND"
  | "BET_INPUT_MISSING"
  | "INSUFFICIENT_BALANCE";

/**
 * Starts a repeat for the player and replaces a running one (rule BET-15). It bets from the next round on, in the open
 * race if that takes bets and the player has none in it, and only in races whose terms are no worse than those given.
 */
export async function startRepeat(
  ports: Ports,
  { country = null, ...request }: RepeatRequest & Whereabouts,
): Promise<Result<undefined, StartRefusal>> {
  // What the checks look at may have changed since (rule IDEM-2).
  const earlier = await readEarlierEffect<undefined>(ports.db);
  if (earlier !== null) return earlier;
  const blocked = await checkCountry(ports.db, country);
  if (blocked) return blocked;
  const terms = await findTerms(ports.db, request.raceId ?? null);
  if (terms === null) return refuse("RACE_NOT_FOUND");
  const refused = await refusalOf(ports, request, terms.settings);
  if (refused) return refused;
  const { raceId: _seen, ...order } = request;
  const placed = { ...order, termsRaceId: terms.raceId };
  return untilFirst(() =>
    inTransactionOnce(ports.db, async (tx) => {
      if (order.horse === "chosen" && !(await lockHorse(tx, order.horseId)))
        return refuse("HORSE_NOT_FOUND", { field: "horse" });
      await replaceRunning(tx, ports, placed);
      return ok();
    }),
  );
}

async function refusalOf(
  { db, clock }: Ports,
  { wallet, horse, stake, races, stopAtLoss, isSteppedUp = false }: RepeatRequest,
  { minBet, maxBet }: RaceSettings,
): Promise<Refused<StartRefusal> | null> {
  const at = new Date(clock.now());
  const { hasProfile, isBanned } = await readEligibility(db, wallet, at);
  if (!hasProfile) return refuse("PROFILE_REQUIRED");
  if (isBanned) return refuse("BANNED");
  if ((await readSettings(db)).maintenance) return refuse("MAINTENANCE");
  if (stake < minBet) {
    const message = `The minimum bet is ${formatSol(minBet)} SOL`;
    return refuse("BET_TOO_SMALL", { field: "amount", message });
  }
  if (stake > maxBet) {
    const message = `The maximum bet is ${formatSol(maxBet)} SOL`;
    return refuse("BET_TOO_LARGE", { field: "amount", message });
  }
  if (stopAtLoss < stake) {
    const message = "stopAtLoss must be at least the amount";
    return refuse("INVALID_INPUT", { field: "stopAtLoss", message });
  }
  if (horse === "same" && (await lastNumberOf(db, wallet)) === null) {
    return refuse("BET_INPUT_MISSING", { field: "horse" });
  }
  if (await isNoticeDue(db, wallet)) return refuse("NOTICE_REQUIRED");
  const limited = await checkOwnLimits(db, { wallet, stake, at });
  if (limited) return limited;
  if ((await balanceOf(db, `user:${wallet}`)) < stake) return refuse("INSUFFICIENT_BALANCE");
  const all = lamports(stake * BigInt(races));
  const isMore = !isSteppedUp && (await needsStepUp(db, { wallet, stake: all, at }));
  return isMore ? refuse("STEP_UP_REQUIRED") : null;
}

/** Whether there is such a horse to bet on, which is then not deleted before the transaction ends (rule STABLE-1). */
async function lockHorse(tx: Tx, horseId: number | null): Promise<boolean> {
  if (horseId === null) return false;
  const found = await tx
    .select({ id: horses.id })
    .from(horses)
    .where(and(eq(horses.id, horseId), isNull(horses.archivedAt)))
    .for("key share");
  return found.length > 0;
}

async function replaceRunning(
  tx: Tx,
  ports: Ports,
  order: Omit<RepeatRequest, "raceId"> & { readonly termsRaceId: string },
): Promise<void> {
  const [running] = await tx
    .select()
    .from(betRepeats)
    .where(and(eq(betRepeats.wallet, order.wallet), isNull(betRepeats.endedAt)))
    .for("update");
  if (running) await endRepeat(tx, ports, running, "replaced");
  await tx.insert(betRepeats).values({
    ...order,
    id: `repeat-${Buffer.from(ports.entropy.bytes(12)).toString("hex")}`,
    startedAt: new Date(ports.clock.now()),
  });
}

const MAX_STARTS = 5;

/** Handles two concurrent starts: the database allows one running repeat per wallet, and the later one replaces it. */
async function untilFirst<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === MAX_STARTS || sqlState(error) !== UNIQUE_VIOLATION) throw error;
    }
  }
}
