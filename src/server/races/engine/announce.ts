import type { Race } from "../../../contract/races/race-shape.ts";
import type { RaceNotificationType } from "../../../contract/wire/socket-events.ts";
import { type RaceEffect, type RaceState } from "../../../domain/race.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { newNotification, notificationView } from "../../notifications/stored-notifications.ts";
import type { Db } from "../../db/database.ts";
import { readSettings } from "../../settings/stored-settings.ts";
import type { Broadcast, Clock, Entropy } from "../../ports.ts";
import type { DrivenRace } from "./drive-race.ts";
import type { FinishedRace } from "./finish-races.ts";
import type { RaceReader } from "../read/read-race.ts";

/** Updates of one race go out at most four times a second. */
const UPDATE_EVERY_MS = 250;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly reader: RaceReader;
}

/** Tells everyone what is stored already; nothing depends on whether it arrives (rule MONEY-3). */
export interface Announcer {
  driven(race: DrivenRace): Promise<void>;
  finished(race: FinishedRace, options: { isNewest: boolean }): void;
  /** Sends what was held back to keep to four updates a second. */
  flush(): Promise<void>;
}

export function announcer(ports: Ports): Announcer {
  const { clock, broadcast, reader } = ports;
  /** The race whose update is due, and what of it was sent last. */
  let due: string | null = null;
  let sentAtMs = Number.NEGATIVE_INFINITY;
  let lastBets = "";

  async function tell(effect: RaceEffect, race: Race): Promise<void> {
    switch (effect.type) {
      case "announce-countdown":
        return tellCountdown(ports, race, effect.endsAt);
      case "start":
        return tellStart(ports, race);
      case "reveal":
        if (race.places !== null)
          broadcast.toEveryone("race-reveal", { raceId: race.id, places: race.places });
        return;
      case "complete":
        return tellResult(ports, race);
      case "refund-all":
        return tellNews(ports, "race-refunded", `Race ${raceLabel(race.id)} was refunded: ${effect.reason}.`);
      case "broadcast":
      case "choose-beacon-slot":
      case "fetch-beacon":
      case "settle":
        due = race.id;
    }
  }

  return {
    async driven({ before, after, effects, betCount }) {
      const bets = `${after.id} ${betCount}`;
      if (bets !== lastBets) due = after.id;
      lastBets = bets;
      if (effects.length === 0) return;
      const race = await reader.fresh(after.id);
      if (race === null) return;
      if (hasOpened(before, after)) tellNewRace(ports, race);
      for (const effect of effects) await tell(effect, race);
    },

    finished({ raceId, notifications, transient }, { isNewest }) {
      if (isNewest) due = raceId;
      const unstored = transient.map((notice) => newNotification(ports, notice));
      for (const row of [...notifications, ...unstored]) {
        broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
      }
    },

    async flush() {
      if (due === null || clock.now() - sentAtMs < UPDATE_EVERY_MS) return;
      const race = await reader.fresh(due);
      due = null;
      sentAtMs = clock.now();
      if (race !== null) broadcast.toEveryone("race-update", { race });
    },
  };
}

const hasOpened = (before: RaceState, after: RaceState) =>
  before.bettingOpensAt === null && after.bettingOpensAt !== null;

function tellNewRace({ broadcast, clock }: Ports, race: Race) {
  broadcast.toEveryone("new-race", {
    race,
    message: "A new race is open. Place your bets!",
    timestamp: new Date(clock.now()),
  });
}

function tellCountdown({ broadcast, clock }: Ports, race: Race, endsAt: number) {
  const nowMs = clock.now();
  broadcast.toEveryone("race-countdown", {
    raceId: race.id,
    seconds: Math.max(0, Math.ceil((endsAt - nowMs) / 1000)),
    endsAt: new Date(endsAt),
    serverNow: new Date(nowMs),
  });
}

function tellStart({ broadcast, clock }: Ports, race: Race) {
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

async function tellResult(ports: Ports, race: Race) {
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
  await tellNews(ports, "next-race", "The next race comes soon.");
}

async function tellNews({ db, broadcast, clock }: Ports, type: RaceNotificationType, message: string) {
  const { nextRaceDelayMs } = await readSettings(db);
  broadcast.toEveryone("race-notification", {
    type,
    nextRaceIn: nextRaceDelayMs / 1000,
    message,
    timestamp: new Date(clock.now()),
  });
}
