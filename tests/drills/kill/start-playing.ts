import type { Player } from "../../support/player.ts";
import { betAlways, saveAndWithdraw, watchRace } from "./bettors.ts";
import { randomFrom } from "./random.ts";
import type { Promises } from "./tally.ts";

interface Players {
  readonly admin: Player;
  readonly bettors: readonly Player[];
  readonly savers: readonly Player[];
}

const LAST_RACE_PATIENCE_MS = 120_000;

/** Sets all players to work; `end` lets them play the race in progress to its end, so that none is left half full. */
export function startPlaying({ admin, bettors, savers }: Players, seed: string) {
  const promises: Promises = { bets: [], withdrawals: [] };
  const end = new AbortController();
  const { race, watching } = watchRace(admin, end.signal);
  const play = (name: string) => ({ promises, random: randomFrom(seed, name), race, signal: end.signal });
  const playing = [
    watching,
    ...bettors.map((player, lane) => betAlways(player, lane, play(`bettor ${lane}`))),
    ...savers.map((player, at) => saveAndWithdraw(player, play(`saver ${at}`))),
  ];
  return {
    promises,
    race,
    async end() {
      await quietRace(race);
      end.abort();
      await Promise.all(playing);
    },
  };
}

async function quietRace(race: () => { readonly id: string; readonly status: string } | null) {
  const last = race()?.id;
  const endAt = Date.now() + LAST_RACE_PATIENCE_MS;
  const isUnderWay = () =>
    race()?.id === last && race()?.status !== "completed" && race()?.status !== "refunded";
  while (isUnderWay() && Date.now() < endAt) await new Promise((resolve) => setTimeout(resolve, 200));
}
