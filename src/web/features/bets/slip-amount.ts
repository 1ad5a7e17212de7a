import { isOnItsWay, useBetSlip } from "../../foundation/live/bet-slip.ts";
import { useRace } from "../../foundation/live/race-store.ts";

/** The amount is fixed while a bet is on its way and once it is accepted. */
export function useIsAmountLocked(): boolean {
  const isBusy = useBetSlip(({ step }) => isOnItsWay(step));
  const hasBet = useRace((state) => state.yourBet !== null);
  return isBusy || hasBet;
}
