import { changeSetting } from "./admin-session.ts";
import { newPlayer, type Player } from "./player.ts";
import { until } from "./until.ts";

export interface OpenRace {
  readonly id: string;
  readonly jackpotAmount: number;
  readonly house_edge: number;
  readonly horses: readonly { readonly id: number }[];
}

/** Six players who bet on all the horses, so that somebody has the winner, whichever horse that is. */
export interface Backers {
  readonly players: readonly Player[];
  /** Resolves with the next ordinary or special race once it takes bets. */
  readonly untilOpen: (is?: { readonly isSpecial: boolean }) => Promise<OpenRace>;
  /** All of them bet, each on a different horse; resolves once the race is settled. */
  readonly runRace: (race: OpenRace) => Promise<void>;
}

/**
 * Makes the countdown of ordinary races begin with the sixth bet, however long that takes.
 *
 * @param rpcUrl the chain's node; the local chain's if absent.
 */
export async function openBackers(url: string, admin: Player, rpcUrl?: string): Promise<Backers> {
  await changeSetting(admin, "countdown_seconds", "10");
  await changeSetting(admin, "next_race_delay", "3");
  await changeSetting(admin, "min_bets_to_start", "6");
  const players = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (number) => {
      const player = newPlayer(url, rpcUrl === undefined ? {} : { rpcUrl });
      await player.signIn();
      await player.createProfile(`backer_${number}`);
      await player.airdrop(5_000_000_000);
      return player;
    }),
  );

  return {
    players,
    untilOpen: ({ isSpecial } = { isSpecial: false }) =>
      until(`${isSpecial ? "a special" : "an ordinary"} race that takes bets`, async () => {
        const { race } = (await admin.call("GET", "/api/races/active")).body;
        return (
          race?.status === "pending" && race.bettingOpensAt !== null && race.isSpecial === isSpecial && race
        );
      }),
    async runRace({ id, horses }) {
      const bets = await Promise.all(
        players.map((player, index) => player.bet(id, horses[index]!.id, 0.1 + index / 1e9)),
      );
      for (const { confirmed } of bets)
        if (confirmed.status !== 200) throw new Error(`A bet was not confirmed: ${confirmed.text}`);
      await until("the settlement", async () => {
        const { body } = await admin.call("GET", `/api/races/verify/${id}`);
        return Boolean(body.race?.settlement);
      });
    },
  };
}
