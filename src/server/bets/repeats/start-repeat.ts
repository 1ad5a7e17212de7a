import { and, eq, isNull } from "drizzle-orm";
import type { Lamports } from "../../../domain/lamports.ts";
import type { RepeatHorse } from "../../../domain/repeat.ts";
import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { readAvailable } from "../../books/available-balance.ts";
import { checkCountry, isNoticeDue } from "../../books/age-notices.ts";
import { checkOwnLimits, type OwnLimitRefusal } from "../../books/own-limits.ts";
import type { Db, Tx } from "../../db/database.ts";
import { betRepeats } from "../../db/schema/bets.ts";
import { horses } from "../../db/schema/races.ts";
import { inTransaction, sqlState, UNIQUE_VIOLATION } from "../../db/transaction.ts";
import type { Clock, Entropy } from "../../ports.ts";
import { readSettings } from "../../settings/stored-settings.ts";
import { readPlayerStanding } from "../queries.ts";
import { endRepeat } from "./end-repeat.ts";
import { lastNumberOf } from "./pick-horse.ts";

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
}

interface Whereabouts {
  /** Country the player is in; unknown when absent. */
  readonly country?: string | null;
}

export type StartRefusal =
  | "PROFILE_REQUIRED"
  | "BANNED"
  | "MAINTENANCE"
  | "BET_TOO_SMALL"
  | "BET_TOO_LARGE"
  | "INVALID_INPUT"
  | "COUNTRY_BLOCKED"
  | "NOTICE_REQUIRED"
  | OwnLimitRefusal
  | "HORSE_NOT_FOUND"
  | "BET_INPUT_MISSING"
  | "INSUFFICIENT_BALANCE";

/**
 * Starts a repeat for the player and replaces a running one (rule BET-15). It bets from the next round on, in the open
 * race if that takes bets and the player has none in it.
 */
export async function startRepeat(
  ports: Ports,
  { country = null, ...request }: RepeatRequest & Whereabouts,
): Promise<Result<undefined, StartRefusal>> {
  const blocked = await checkCountry(ports.db, country);
  if (blocked) return blocked;
  const refused = await refusalOf(ports, request);
  if (refused) return refused;
  await untilFirst(() => inTransaction(ports.db, (tx) => replaceRunning(tx, ports, request)));
  return ok();
}

async function refusalOf(
  { db, clock }: Ports,
  { wallet, horse, horseId, stake, stopAtLoss }: RepeatRequest,
): Promise<Refused<StartRefusal> | null> {
  const at = new Date(clock.now());
  const { hasProfile, isBanned } = await readPlayerStanding(db, wallet, at);
  if (!hasProfile) return refuse("PROFILE_REQUIRED");
  if (isBanned) return refuse("BANNED");
  const { maintenance, minBet, maxBet } = await readSettings(db);
  if (maintenance) return refuse("MAINTENANCE");
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
  if (horse === "chosen" && !(await isHorse(db, horseId)))
    return refuse("HORSE_NOT_FOUND", { field: "horse" });
  if (horse === "same" && (await lastNumberOf(db, wallet)) === null) {
    return refuse("BET_INPUT_MISSING", { field: "horse" });
  }
  if (await isNoticeDue(db, wallet)) return refuse("NOTICE_REQUIRED");
  const limited = await checkOwnLimits(db, { wallet, stake, at });
  if (limited) return limited;
  return (await readAvailable(db, wallet)).balance < stake ? refuse("INSUFFICIENT_BALANCE") : null;
}

async function isHorse(db: Db, horseId: number | null): Promise<boolean> {
  if (horseId === null) return false;
  const found = await db.select({ id: horses.id }).from(horses).where(eq(horses.id, horseId));
  return found.length > 0;
}

async function replaceRunning(tx: Tx, ports: Ports, request: RepeatRequest): Promise<void> {
  const [running] = await tx
    .select()
    .from(betRepeats)
    .where(and(eq(betRepeats.wallet, request.wallet), isNull(betRepeats.endedAt)))
    .for("update");
  if (running) await endRepeat(tx, ports, running, "replaced");
  await tx.insert(betRepeats).values({
    ...request,
    id: `repeat-${Buffer.from(ports.entropy.bytes(12)).toString("hex")}`,
    startedAt: new Date(ports.clock.now()),
  });
}

const MAX_STARTS = 5;

/** Handles two concurrent starts: the database allows one running repeat per wallet, and the later one replaces it. */
async function untilFirst(start: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === MAX_STARTS || sqlState(error) !== UNIQUE_VIOLATION) throw error;
    }
  }
}
