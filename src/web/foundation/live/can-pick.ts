import { usePlayer } from "../lib/player.ts";
import { isOnItsWay, useBetSlip } from "./bet-slip.ts";
import { takesBets } from "./race-phase.ts";
import { useRace } from "./race-store.ts";

/** Whether horses can be picked: there is a player, an open race, no bet in it yet and none on its way. */
export function useCanPick(): boolean {
  const isPlayer = usePlayer().kind === "player";
  const isOpen = useRace(takesBets);
  const hasBet = useRace((state) => state.yourBet !== null);
  const isBusy = useBetSlip(({ step }) => isOnItsWay(step));
  return isPlayer && isOpen && !hasBet && !isBusy;
}
