import { create } from "zustand";
import { DEFAULT_AMOUNT } from "../bets/bet-amount.ts";
import type { BetStep } from "../bets/place-bet.ts";

interface BetSlip {
  /** The race that the slip is for; another race starts with an empty one. */
  readonly raceId: string | null;
  readonly horseId: number | null;
  readonly amount: string;
  readonly step: BetStep | null;
}

/** What the player has picked and typed, and how far the bet is. */
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

/** After a bet is in: no selection, the amount back to its default. */
export const clearBetSlip = (): void =>
  useBetSlip.setState({ horseId: null, amount: DEFAULT_AMOUNT, step: null });

/** A new race takes the selection and the step with it; the amount stays. */
export const openBetSlip = (raceId: string): void =>
  useBetSlip.setState((slip) => (slip.raceId === raceId ? slip : { raceId, horseId: null, step: null }));

/** From the first call until the bet is in or has failed, the slip stands. */
export const isOnItsWay = (step: BetStep | null): boolean => step !== null && step.kind !== "failed";
