import { formatSol } from "../../domain/sol-amount.ts";
import { isOnItsWay, useBetSlip } from "../live/bet-slip.ts";
import { useRace } from "../live/race-store.ts";

/** What was bet, once the bet is accepted; before that, what is typed. */
export function useShownAmount(): string {
  const typed = useBetSlip((slip) => slip.amount);
  const placed = useRace((state) => state.yourBet?.bet_amount ?? null);
  return placed === null ? typed : formatSol(placed);
}

/** The amount is fixed while a bet is on its way and once it is accepted. */
export function useIsAmountLocked(): boolean {
  const isBusy = useBetSlip(({ step }) => isOnItsWay(step));
  const hasBet = useRace((state) => state.yourBet !== null);
  return isBusy || hasBet;
}
