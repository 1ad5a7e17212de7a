import { outcomeFor } from "../live/race-outcome.ts";
import type { RaceState } from "../live/race-state.ts";
import { phaseOf } from "../live/race-phase.ts";
import { standingsOf } from "../live/standings.ts";
import type { TranslatorOf } from "../words/words.ts";
import type { trackViewWords } from "./words.en.ts";

type RaceLanguage = TranslatorOf<typeof trackViewWords>;

/** What screen reader users are told about the race at this moment; each is announced once, see `announcer.tsx`. */
export function announcementOf(state: RaceState, { t }: RaceLanguage): string {
  const phase = phaseOf(state);
  switch (phase.kind) {
    case "countdown":
      return phase.msLeft <= 10_000 ? t("callCloses") : "";
    case "locked":
      return t("callClosed");
    case "racing":
      return raceCall(state, t);
    case "refunded":
      return t("callRefunded");
    case "loading":
    case "none":
    case "opening":
    case "waiting":
    case "post":
    case "finished":
    case "completed":
      return "";
  }
}

/** The start, and the leader at each quarter. */
function raceCall(state: RaceState, t: RaceLanguage["t"]): string {
  const standings = standingsOf(state);
  if (standings === null) return "";
  const quarter = Math.floor(standings.progress * 4);
  if (quarter === 0) return t("callOff");
  const leader = state.race?.horses.find(({ number }) => number === standings.order[0]);
  if (leader === undefined) return "";
  return t("callLeader", { percent: quarter * 25, horse: `${leader.number} ${leader.name}` });
}

/** The player's own result; empty without a bet. */
export function ownResultOf({ result }: RaceState, { t, sol }: RaceLanguage): string {
  if (result === null) return "";
  const { winner, stakesReturned, payout } = outcomeFor(result);
  if (winner === null || result.yourBet === null || payout === null) return "";
  const call = { winner: `${winner.number} ${winner.name}` };
  if (stakesReturned) return t("callBetReturned", { ...call, amount: sol(result.yourBet.bet_amount) });
  return payout > 0n ? t("callBetWon", { ...call, amount: sol(payout, 4) }) : t("callBetLost", call);
}
