import { askingPace, type AskingPace, isDue, type PacePorts } from "../../foundation/chain/asking-pace.ts";
import type { Clock } from "../../foundation/ports.ts";
import type { ClassifiedPayment } from "./classify-payments.ts";
import type { OpenPayment } from "./open-payments.ts";

/** Decides in which rounds the node is asked about open payments (rule LIMITS-18). */
interface ReasonsToAsk {
  isDue(open: readonly OpenPayment[]): boolean;
  /** The node is about to be asked about these payments. */
  noteAsked(open: readonly OpenPayment[]): void;
  noteFound(classified: readonly ClassifiedPayment[]): void;
}

/**
 * A payment is a reason to ask when it is new, when the node reported one of its transactions, and now and then by the
 * clock, since the node may have reported nothing.
 */
export function reasonsToAsk(ports: PacePorts & { readonly clock: Clock }): ReasonsToAsk {
  const { clock, news } = ports;
  /** Number of attempts of each payment when it was last asked about. */
  let attemptsWhenAsked = new Map<string, number>();
  /**
   * Number of attempts of memos that have all failed and wait to be signed again (rule PAYOUTS-5): the chain has
   * nothing more to report about them.
   */
  let failed = new Map<string, number>();
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let { place } = news.since(0);

  const isNew = ({ payment, attempts }: OpenPayment) =>
    (attemptsWhenAsked.get(payment.id) ?? -1) < 0 && attempts.length === 0;

  function paceOf({ payment, attempts }: OpenPayment, pace: AskingPace): number {
    if (attempts.length === 0 || payment.status === "unknown" || failed.get(payment.id) === attempts.length)
      return pace.stuck;
    return pace.sent;
  }

  return {
    isDue(open) {
      if (open.length === 0) return false;
      if (open.some(isNew)) return true;
      const signatures = new Set(news.since(place).transactions.map(({ signature }) => signature));
      const isTold =
        signatures.size > 0 &&
        open.some(({ attempts }) => attempts.some(({ signature }) => signatures.has(signature)));
      if (isTold) return true;
      const pace = askingPace(ports);
      return open.some((one) => isDue(clock.now(), askedAtMs, paceOf(one, pace)));
    },
    noteAsked(open) {
      attemptsWhenAsked = new Map(open.map(({ payment, attempts }) => [payment.id, attempts.length]));
      askedAtMs = clock.now();
      place = news.since(place).place;
    },
    noteFound(classified) {
      failed = new Map(
        classified.flatMap(({ open: { payment, attempts }, state }) =>
          state.type === "memo-failed" ? [[payment.id, attempts.length]] : [],
        ),
      );
    },
  };
}
