import { usePlayer } from "../../foundation/lib/player.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { useBetSlip } from "../../foundation/live/bet-slip.ts";
import { phaseOf } from "../../foundation/live/race-phase.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { useWords } from "../../foundation/words/use-words.ts";
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
