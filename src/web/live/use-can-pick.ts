import { usePlayer } from "../lib/player.ts";
import { isBettingOpen } from "./race-phase.ts";
import { useRace } from "./race-store.ts";
import { isOnItsWay, useBetSlip } from "./bet-slip.ts";

/** Whether horses can be picked: a player, an open race, no bet in it yet and none on its way. */
export function useCanPick(): boolean {
  const isPlayer = usePlayer().kind === "player";
  const isOpen = useRace(isBettingOpen);
  const hasBet = useRace((state) => state.yourBet !== null);
  const isBusy = useBetSlip(({ step }) => isOnItsWay(step));
  return isPlayer && isOpen && !hasBet && !isBusy;
}
