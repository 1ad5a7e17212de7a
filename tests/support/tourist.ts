import type { Visitor } from "./browser.ts";
import type { Texts } from "./catalogue.ts";
import type { Player } from "./player.ts";
import { until } from "./until.ts";

/** The player on tour, and the texts in their language. */
export interface Tourist extends Visitor {
  readonly url: string;
  readonly admin: Player;
  readonly texts: Texts;
}

interface Race {
  readonly id: string;
  readonly status: string;
  readonly countdownEndsAt: string | null;
  readonly startsAt: string | null;
}

/** Waits until the current race is as wanted. */
export const untilRace = ({ admin }: Tourist, what: string, is: (race: Race) => boolean): Promise<Race> =>
  until(what, async () => {
    const { race } = (await admin.call("GET", "/api/races/active")).body;
    return race && is(race) && race;
  });

/** Open, and for long enough to place a bet with a stop before it and one before it is approved. */
export function isOpen({ status, countdownEndsAt }: Race): boolean {
  if (status !== "countdown" || countdownEndsAt === null) return status === "pending";
  return new Date(countdownEndsAt).getTime() - Date.now() > 20_000;
}
