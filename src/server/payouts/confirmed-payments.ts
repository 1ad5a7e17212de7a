import type { PacePorts } from "../chain/asking-pace.ts";
import type { Clock } from "../ports.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";

/** Payments that were noted as confirmed together. */
interface Batch {
  /** None of them was noted later. */
  readonly notedByMs: number;
  /** None of them landed later. */
  readonly slot: bigint;
}

/** Looked at after so long all the same: three times what it takes there until something is final. */
const LOOK_AFTER_MS = 40_000;

/**
 * Which confirmed payments the worker need not look at, because nothing can have become of them (rule PAYOUTS-7): on the embedded
 * chain, which has no forks and tells of every final slot, those that landed in a later one. There may be thousands. What was
 * confirmed before the worker began is looked at in every round.
 */
export function confirmedPayments({ news, isLocal, clock }: PacePorts & { readonly clock: Clock }) {
  let batches: Batch[] = [];
  let lookUpToMs = clock.now();

  return {
    /** Those that were noted by then may be final; null where each of them has to be looked at. */
    mayBeFinal(): Date | null {
      if (!isLocal || !news.isLive()) return null;
      const final = news.finalSlot();
      lookUpToMs = Math.max(lookUpToMs, clock.now() - LOOK_AFTER_MS);
      for (const { notedByMs, slot } of batches)
        if (slot <= final) lookUpToMs = Math.max(lookUpToMs, notedByMs);
      batches = batches.filter(({ slot }) => slot > final);
      return new Date(lookUpToMs);
    },
    areWaiting: () => batches.length > 0,
    /** After a round in which those that were seen confirmed were noted. */
    note(classified: readonly ClassifiedPayment[]): void {
      if (!isLocal) return;
      const slots = classified.flatMap(({ open: { payment }, state, landedIn }) =>
        state.type === "landed" && state.isConfirmed && payment.confirmedAt === null && landedIn !== null
          ? [landedIn]
          : [],
      );
      const [first, ...others] = slots;
      if (first === undefined) return;
      const slot = others.reduce((newest, other) => (other > newest ? other : newest), first);
      batches.push({ notedByMs: clock.now(), slot });
    },
  };
}
