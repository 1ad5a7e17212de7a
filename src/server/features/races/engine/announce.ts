import type { Race } from "../../../../contract/races/race-shape.ts";
import type { RaceNotificationType } from "../../../../contract/wire/socket-events.ts";
import { LOG_ENDED, NOBODY_WON, NO_BEACON, type RaceEffect } from "../../../../domain/race.ts";
import type { RefundCause } from "../../../../domain/race-terms.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import type { Db } from "../../../foundation/db/database.ts";
import { inChunks } from "../../../foundation/db/in-chunks.ts";
import {
  newNotification,
  type NotificationRow,
  notificationView,
} from "../../../foundation/notifications/stored-notifications.ts";
import type { Logger } from "../../../foundation/log.ts";
import type { Broadcast, Clock, Entropy } from "../../../foundation/ports.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";
import { pauseEnd } from "../pause.ts";
import { findNewestRace } from "../race-rows.ts";
import type { RaceReader } from "../read/read-race.ts";
import type { BetEnd } from "../settle/settle-race.ts";
import type { RaceChange } from "./apply-events.ts";

/** Updates of one race go out at most four times a second. */
const UPDATE_EVERY_MS = 250;

export interface AnnouncePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  readonly reader: RaceReader;
}

/**
 * Announces the effects of a committed change to everyone, and to the players what it did to their money. Nothing
 * depends on whether it arrives (rule MONEY-3). `new-race` is not sent before the race takes bets (rule RACE-15). The
 * current state of the race goes out as `race-update`, which the caller sends.
 */
export async function announceChange(ports: AnnouncePorts, change: RaceChange): Promise<void> {
  const { before, after, effects, notifications, transient, settledBets } = change;
  if (after === before) return;
  ports.reader.invalidate();
  const send = (row: NotificationRow) =>
    ports.broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
  await inChunks(settledBets, (chunk) => chunk.forEach((bet) => logSettled(ports, after, bet)));
  await inChunks(notifications, (chunk) => chunk.forEach(send));
  await inChunks(transient, (chunk) => chunk.forEach((notice) => send(newNotification(ports, notice))));
  const isOpening = before.phase === "anchoring" && after.phase !== "refunded" && after.phase !== "anchoring";
  if (!isOpening && effects.length === 0) return;
  const race = await ports.reader.readFresh(after.id);
  if (race === null) return;
  if (isOpening) notifyNewRace(ports, race);
  for (const effect of effects) await notifyEffect(ports, race, effect);
}

/** So that a search for a bet's id shows what became of it (rule OPERATE-1). */
function logSettled({ log }: AnnouncePorts, { id: raceId }: RaceChange["after"], bet: BetEnd) {
  const { betId, result, payout, payment } = bet;
  log.info({ betId, raceId, result, payout: String(payout) }, "bet settled");
  if (payment !== null) log.info({ betId, raceId, payment }, "payout queued");
}

async function notifyEffect(ports: AnnouncePorts, race: Race, effect: RaceEffect): Promise<void> {
  switch (effect.type) {
    case "countdown":
      return notifyCountdown(ports, race, effect.endsAt);
    case "start":
      return notifyStart(ports, race);
    case "reveal":
      return notifyPlaces(ports, race);
    case "complete":
      return notifyResult(ports, race);
    case "refund":
      return broadcastNotification(ports, race, {
        type: "race-refunded",
        message: `Race ${raceLabel(race.id)} was refunded: ${refundTexts[race.refund_reason ?? "by_admin"]}.`,
      });
    case "lock":
    case "settle":
      return;
  }
}

/** Sends `race-update` for the newest race, at most four times a second. */
export interface UpdateSender {
  /** Requests an update of this race. */
  request(raceId: string): void;
  /** Sends an update that was due and held back; answers whether one is still due. */
  flush(): Promise<boolean>;
}

export function updateSender({ clock, broadcast, reader }: AnnouncePorts): UpdateSender {
  let due: string | null = null;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  return {
    request: (raceId) => {
      due = raceId;
    },
    async flush() {
      if (due === null) return false;
      if (clock.now() - sentAtMs < UPDATE_EVERY_MS) return true;
      const race = await reader.readFresh(due);
      due = null;
      sentAtMs = clock.now();
      if (race !== null) broadcast.toEveryone("race-update", { race });
      return false;
    },
  };
}

function notifyNewRace({ broadcast, clock }: AnnouncePorts, race: Race) {
  broadcast.toEveryone("new-race", {
    race,
    message: "A new race is open. Place your bets!",
    timestamp: new Date(clock.now()),
  });
}

function notifyCountdown({ broadcast, clock }: AnnouncePorts, race: Race, endsAt: number) {
  const nowMs = clock.now();
  broadcast.toEveryone("race-countdown", {
    raceId: race.id,
    seconds: Math.max(0, Math.ceil((endsAt - nowMs) / 1000)),
    endsAt: new Date(endsAt),
    serverNow: new Date(nowMs),
  });
}

function notifyPlaces({ broadcast }: AnnouncePorts, race: Race) {
  if (race.places !== null) broadcast.toEveryone("race-reveal", { raceId: race.id, places: race.places });
}

function notifyStart({ broadcast, clock }: AnnouncePorts, race: Race) {
  if (race.startsAt === null || race.motionSeed === null) return;
  broadcast.toEveryone("race-start", {
    raceId: race.id,
    startsAt: race.startsAt,
    durationMs: race.durationMs,
    motionSeed: race.motionSeed,
    horseIds: race.horses.map(({ id }) => id),
    serverNow: new Date(clock.now()),
    message: "And they are off!",
    timestamp: new Date(clock.now()),
  });
}

async function notifyResult(ports: AnnouncePorts, race: Race) {
  if (race.winning_horse === null || race.places === null) return;
  const { id, name } = race.winning_horse;
  ports.broadcast.toEveryone("race-complete", {
    raceId: race.id,
    winningHorse: race.winning_horse,
    places: race.places,
    payoutPerWinningStake: race.horses.find((horse) => horse.id === id)?.odds ?? null,
    message: `${name} wins!`,
    timestamp: new Date(ports.clock.now()),
  });
  await broadcastNotification(ports, race, { type: "next-race", message: "The next race comes soon." });
}

/** An admin's own words are in the rule log. */
const refundTexts: Readonly<Record<RefundCause, string>> = {
  no_beacon: NO_BEACON,
  no_winning_bet: NOBODY_WON,
  log_ended: LOG_ENDED,
  by_admin: "an admin decided so",
};

interface RaceNotification {
  readonly type: RaceNotificationType;
  readonly message: string;
}

async function broadcastNotification(ports: AnnouncePorts, race: Race, notification: RaceNotification) {
  const timestamp = new Date(ports.clock.now());
  const nextRaceIn = await secondsToNextRace(ports, race);
  ports.broadcast.toEveryone("race-notification", { ...notification, nextRaceIn, timestamp });
}

/** Counted from the end of the newest race; null if another race has already followed. */
async function secondsToNextRace({ db, clock }: AnnouncePorts, { id }: Race) {
  const newest = await findNewestRace(db);
  if (newest === null || newest.id !== id) return null;
  const endsAt = pauseEnd(newest, await readSettings(db));
  return endsAt === null ? null : Math.max(0, endsAt - clock.now()) / 1000;
}
