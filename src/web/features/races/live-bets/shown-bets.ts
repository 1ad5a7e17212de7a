import type { OwnBet, Race, RaceHorse } from "../../../../contract/races/race-shape.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import type { RaceState } from "../../../foundation/live/race-state.ts";

/** The list is bounded, however many bets there are; the player's own is shown beyond that. */
export const SHOWN_BETS = 30;

/** An amount; `hidden` if its player hides figures; null while nobody may see it or there is none. */
export type ShownAmount = Lamports | "hidden" | null;

/** A bet as the page lists it. */
export interface ShownBet {
  readonly id: string;
  /** Null for a player who hides figures. */
  readonly wallet: string | null;
  /** Null for a player who hides figures, and for one without a profile. */
  readonly name: string | null;
  /** Null in the last seconds before the close, unless the bet is the player's own. */
  readonly horse: RaceHorse | null;
  readonly stake: ShownAmount;
  /** What it won; null for a bet that did not win, and until the race is settled. */
  readonly payout: ShownAmount;
  readonly isOwn: boolean;
  readonly hasWon: boolean;
}

/** What decides how the bets are shown. */
export interface BetsView {
  readonly race: Race;
  readonly yourBet: OwnBet | null;
  /** Whether horses and amounts are hidden, shortly before the close (rule RACE-6). */
  readonly areHidden: boolean;
  /** See {@link shownWinner}. */
  readonly winner: number | null;
}

/** The newest bets of the race, newest first, and the player's own in any case (rule PAGE-9). */
export function shownBets(view: BetsView): readonly ShownBet[] {
  const all = view.race.bets.map((bet) => shownBet(bet, view));
  const newest = all.slice(0, SHOWN_BETS);
  if (view.yourBet === null || newest.some(({ isOwn }) => isOwn)) return newest;
  return [...newest, all.find(({ isOwn }) => isOwn) ?? shownBet(ownAsListed(view.yourBet), view)];
}

/** The id of the horse that won, once the page may say so: when the winner's card appears (rule PAGE-7). */
export function shownWinner({ race, result, now }: RaceState): number | null {
  if (race?.status !== "completed") return null;
  return result?.race.id === race.id && now < result.showFrom ? null : race.winning_horse_id;
}

const ownAsListed = ({
  id,
  horse_id,
  horse_name,
  bet_amount,
  payout_amount,
}: OwnBet): Race["bets"][number] => ({
  id,
  user_wallet: null,
  username: null,
  horse_id,
  horse_name,
  bet_amount,
  payout_amount,
});

function shownBet(bet: Race["bets"][number], { race, yourBet, areHidden, winner }: BetsView): ShownBet {
  const own = yourBet?.id === bet.id ? yourBet : null;
  const { id, user_wallet: wallet, username: name } = bet;
  // Whoever hides figures has no wallet here, and no amounts at any time.
  const hides = own === null && wallet === null;
  const horseId = own?.horse_id ?? (areHidden ? null : bet.horse_id);
  const hasWon = winner !== null && horseId === winner;
  const stake = own?.bet_amount ?? (areHidden ? null : hides ? "hidden" : bet.bet_amount);
  const payout = hides ? "hidden" : (own?.payout_amount ?? bet.payout_amount);
  return {
    id,
    wallet,
    name,
    horse: race.horses.find((horse) => horse.id === horseId) ?? null,
    stake,
    payout: hasWon ? payout : null,
    isOwn: own !== null,
    hasWon,
  };
}
