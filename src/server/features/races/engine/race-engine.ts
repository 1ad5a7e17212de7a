import type { RaceState } from "../../../../domain/race-phases.ts";
import { nextDueAt } from "../../../../domain/race-timing.ts";
import type { Db, Queryable } from "../../../foundation/db/database.ts";
import type { HeldLease } from "../../../foundation/db/lease.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import type { Logger } from "../../../foundation/log.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { notifyWallets } from "../../../foundation/notifications/notify-wallets.ts";
import { stateRules } from "../../../foundation/rule-log/state-rules.ts";
import type { Broadcast, Chain, Clock, Entropy } from "../../../foundation/ports.ts";
import { announceChange, updateSender } from "./announce.ts";
import { type DrivenRace, driveRace } from "./drive-race.ts";
import { finishRaces } from "./finish-races.ts";
import { type LockWallets, nextRaceDueAt, openNextRace } from "./open-next-race.ts";
import type { RaceReader } from "../read/read-race.ts";
import { notifyMissingJackpot } from "./notify-missing-jackpot.ts";
import type { SeedVault } from "../seeds/seed-chain.ts";

/** Minimum time between two rounds of the engine. */
export const ROUND_EVERY_MS = 100;
/**
 * Maximum rest while the race has a due time, and without one; a change whose notification was missed is found then.
 */
const LOOK_AT_RACE_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 2_000;

export interface EnginePorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "newestSlot" | "firstBlockFrom" | "signatureStatuses">;
  /** Whether the public log continues what is anchored, so that races may commit to it (rule LOG-11). */
  readonly mayOpenRace: () => boolean;
  /** Signs a queued payment and sends it at once. */
  readonly sendAtOnce: (paymentId: string) => Promise<void>;
  readonly lockWallets: LockWallets;
  readonly clock: Clock;
  readonly log: Logger;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly seeds: SeedVault;
  readonly reader: RaceReader;
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
  /** The limit of one admin that the environment sets; null where the setting decides. */
  readonly secondAdminAbove: Lamports | null;
  /** Held by this process for as long as the engine runs. */
  readonly lease: HeldLease;
}

/**
 * Drives the races, one round at a time, while this process holds the lease. Created again each time the lease is
 * taken: its first round resumes what another instance left (rule RACE-10). A round answers for how many milliseconds
 * nothing is due, unless a bet, an admin or a payment changes something (rule IDLE-3).
 */
export function raceEngine(ports: EnginePorts): { round(): Promise<number> } {
  const updates = updateSender(ports);
  let isResumed = false;
  /** The race and number of bets that the last round saw. */
  let seen = "";

  async function driveOpenRace(): Promise<DrivenRace | null> {
    const driven = await driveRace(ports, { isResumed: !isResumed });
    isResumed = true;
    if (driven === null) return null;
    const { raceId, betCount, changes } = driven;
    if (seen !== `${raceId} ${betCount}`) updates.request(raceId);
    seen = `${raceId} ${betCount}`;
    for (const change of changes) {
      await announceChange(ports, change);
      if (change.after !== change.before) updates.request(raceId);
    }
    return driven;
  }

  async function settleDueRaces(openRaceId: string | null): Promise<void> {
    for (const change of await finishRaces(ports)) {
      await announceChange(ports, change);
      if (openRaceId === null || openRaceId === change.after.id) updates.request(change.after.id);
    }
  }

  return {
    async round() {
      // Somebody at the database may have changed a rule without an entry.
      if (!isResumed) await stateRules(ports);
      const driven = await driveOpenRace();
      await settleDueRaces(driven?.raceId ?? null);
      const restMs = driven === null ? await openOrWait(ports) : restOf(driven.race, ports.clock.now());
      return (await updates.flush()) ? 0 : restMs;
    },
  };
}

/** The chain does not notify us of the block that a locked race waits for, so every round asks for it. */
function restOf(race: RaceState, nowMs: number): number {
  if (race.phase === "locked") return 0;
  const dueAt = nextDueAt(race);
  return dueAt === null ? LOOK_EVERY_MS : Math.min(dueAt - nowMs, LOOK_AT_RACE_EVERY_MS);
}

/** Opens the next race, or answers how long to rest until then. */
async function openOrWait(ports: EnginePorts): Promise<number> {
  const dueInMs = (await nextRaceDueAt(ports.db)) - ports.clock.now();
  if (dueInMs > 0) return Math.min(dueInMs, LOOK_EVERY_MS);
  if (!ports.mayOpenRace()) return ROUND_EVERY_MS;
  if ((await openIfDue(ports)) === null) return LOOK_AT_RACE_EVERY_MS;
  ports.reader.invalidate();
  return 0;
}

async function openIfDue(ports: EnginePorts): Promise<string | null> {
  await ports.seeds.makeReady(ports.db);
  await ports.lockWallets.fill();
  const opened = await inTransaction(ports.db, async (tx) => {
    const raceId = await openNextRace(tx, ports);
    return raceId === null ? null : { raceId, notifications: await notifyMissingJackpot(tx, ports, raceId) };
  });
  if (opened === null) return null;
  notifyWallets(ports.broadcast, opened.notifications);
  return opened.raceId;
}
