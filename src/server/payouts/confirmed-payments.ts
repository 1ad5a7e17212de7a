import type { PacePorts } from "../chain/asking-pace.ts";
import type { Clock } from "../ports.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";

/** Payments that were noted as confirmed together. */
interface Batch {
  /** None of them was noted after this time. */
  readonly notedByMs: number;
  /** The newest slot in which one of them landed. */
  readonly slot: bigint;
}

/** After this long they are checked anyway: three times what finality takes there. */
const LOOK_AFTER_MS = 40_000;

/**
 * Decides which confirmed payments the worker can skip because nothing can have changed (rule PAYOUTS-7): on the
 * embedded chain, which has no forks and reports every final slot, those that landed in a slot that is not final yet.
 * There may be thousands. Payments confirmed before the worker started are checked in every round.
 */
export function confirmedPayments({ news, isLocal, clock }: PacePorts & { readonly clock: Clock }) {
  let batches: Batch[] = [];
  let lookUpToMs = clock.now();

  return {
    /** Payments noted by this time may be final; null if each of them has to be checked. */
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
    /** Call after a round in which the payments that were seen confirmed were noted. */
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
