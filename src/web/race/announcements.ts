import { formatSol } from "../../domain/sol-amount.ts";
import { outcomeFor } from "./result-view.ts";
import type { RaceState } from "./race-state.ts";
import { phaseOf } from "./race-view.ts";
import { standingsOf } from "./standings.ts";

/** What a listener is told of the race at this moment; said once each, see `announcer.tsx`. */
export function announcementOf(state: RaceState): string {
  const phase = phaseOf(state);
  switch (phase.kind) {
    case "countdown":
      return phase.msLeft <= 10_000 ? "Betting closes in 10 seconds." : "";
    case "locked":
      return "Betting is closed.";
    case "racing":
      return raceCall(state);
    case "refunded":
      return "The race was refunded.";
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
function raceCall(state: RaceState): string {
  const standings = standingsOf(state);
  if (standings === null) return "";
  const quarter = Math.floor(standings.progress * 4);
  if (quarter === 0) return "They're off!";
  const leader = state.race?.horses.find(({ number }) => number === standings.order[0]);
  return leader === undefined ? "" : `${quarter * 25} percent run: ${leader.number} ${leader.name} leads.`;
}

/** The player's own result; empty without a bet. */
export function ownResultOf({ result }: RaceState): string {
  if (result === null) return "";
  const { winner, stakesReturned, won } = outcomeFor(result);
  if (winner === null || result.yourBet === null) return "";
  const call = `${winner.number} ${winner.name} wins.`;
  if (stakesReturned) return `${call} Your stake of ${formatSol(result.yourBet.bet_amount)} SOL is returned.`;
  return won.good ? `${call} You won ${won.text.slice(1)} SOL.` : `${call} Your bet did not win.`;
}
