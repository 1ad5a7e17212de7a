import { usePlayer } from "../lib/player.ts";
import { useRuntime } from "../lib/runtime.ts";
import { useBetSlip } from "../live/bet-slip.ts";
import { phaseOf } from "../live/race-phase.ts";
import { useRace } from "../live/race-store.ts";
import { useWords } from "../words/use-words.ts";
import { betButton, type BetButton } from "./bet-button.ts";
import { betWords } from "./words.en.ts";

/** The current state of the bet button, for the button itself and for the Enter key. */
export function useBetButton(): BetButton {
  const player = usePlayer();
  const phase = useRace((state) => phaseOf(state).kind);
  const yourBet = useRace((state) => state.yourBet);
  const step = useBetSlip((slip) => slip.step);
  const maintenance = useRuntime()?.maintenance ?? false;
  return betButton({ player, phase, step, yourBet, maintenance }, useWords(betWords));
}
