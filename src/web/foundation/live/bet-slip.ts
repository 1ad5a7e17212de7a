import { create } from "zustand";
import type { OwnBet } from "../../../contract/races/race-shape.ts";
import { useRace } from "./race-store.ts";

/** In SOL, as typed. */
const DEFAULT_AMOUNT = "0.1";

/** A bet on its way, as the bet panel shows it. */
export type BetStep =
  | { readonly kind: "preparing" }
  /**
   * `note` is for the player meanwhile; `giveUp` stops waiting for the wallet. With `goOn` the wallet has not been asked
   * yet, because the odds have moved (rule BET-30).
   */
  | {
      readonly kind: "signing";
      readonly note: string;
      readonly giveUp: () => void;
      readonly goOn?: () => void;
    }
  /** Paid or about to be; the chain has not shown it yet. From here on nothing is lost, whatever happens. */
  | { readonly kind: "sent"; readonly payment: SentPayment }
  /** Still not seen: the player may check again, and the server continues to look for it automatically. */
  | { readonly kind: "unseen"; readonly payment: SentPayment }
  | { readonly kind: "in"; readonly bet: OwnBet | null }
  | { readonly kind: "failed"; readonly text: string; readonly hint: string | null };

export interface SentPayment {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
  readonly horseId: number;
  readonly signature: string;
}

interface BetSlip {
  /** The race that the slip is for; another race starts with an empty one. */
  readonly raceId: string | null;
  readonly horseId: number | null;
  readonly amount: string;
  readonly step: BetStep | null;
}

/** What the player has picked and typed, and how far along the bet is. */
export const useBetSlip = create<BetSlip>(() => ({
  raceId: null,
  horseId: null,
  amount: DEFAULT_AMOUNT,
  step: null,
}));

export const pickHorse = (horseId: number): void =>
  useBetSlip.setState(({ step }) => ({ horseId, step: step?.kind === "failed" ? null : step }));

export const typeAmount = (amount: string): void =>
  useBetSlip.setState(({ step }) => ({ amount, step: step?.kind === "failed" ? null : step }));

export const showBetStep = (step: BetStep | null): void => useBetSlip.setState({ step });

/** No selection, no step, the amount back to its default. */
export const clearBetSlip = (): void =>
  useBetSlip.setState({ horseId: null, amount: DEFAULT_AMOUNT, step: null });

/**
 * The bet is accepted, one way or another: what the slip still holds of a bet that is no longer on its way is useless.
 */
export function clearSlipOfBet(): void {
  const { step } = useBetSlip.getState();
  if (!isOnItsWay(step) || step?.kind === "unseen") clearBetSlip();
}

/** Another race starts with an empty slip (rule PAGE-8). */
export function openBetSlip(raceId: string): void {
  if (useBetSlip.getState().raceId === raceId) return;
  clearBetSlip();
  useBetSlip.setState({ raceId });
}

/** From the first call until the bet is accepted or has failed, the slip is fixed. */
export const isOnItsWay = (step: BetStep | null): boolean => step !== null && step.kind !== "failed";

/** The horse to mark as the player's: the one bet on, otherwise the one picked. */
export function useMarkedHorse(): number | null {
  const bet = useRace((state) => state.yourBet?.horse_id ?? null);
  const raceId = useRace((state) => state.race?.id);
  const picked = useBetSlip((slip) => (slip.raceId === raceId ? slip.horseId : null));
  return bet ?? picked;
}

/** The element in which a horse is picked, for the keyboard. */
export const horseInputId = (horseId: number): string => `horse-${horseId}`;
