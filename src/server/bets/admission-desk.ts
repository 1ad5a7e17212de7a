import type { BetTerms } from "./queries.ts";
import { notificationView } from "../notifications/stored-notifications.ts";
import type { Broadcast } from "../ports.ts";
import { type Admission, type AdmitPorts, admitPayments, type NamedPayment } from "./admit-payments.ts";
import { gather } from "./gather.ts";
import { type KnownBets, knownBets } from "./known-bets.ts";
import type { InboundPayment } from "./read-payment.ts";

/** Where everybody brings payments to be counted; see {@link openAdmissionDesk}. */
export interface AdmissionDesk {
  /** Counts a payment that is confirmed on the chain, once, and says what it became. */
  admit(payment: InboundPayment, bet?: BetTerms): Promise<Admission>;
  readonly knownBets: KnownBets;
}

interface Ports extends AdmitPorts {
  readonly broadcast: Broadcast;
  /** A bet came in: the race engine starts or extends the countdown and tells the clients. */
  readonly raceChanged: (raceId: string) => void;
}

const mostAtOnce = 64;

/**
 * Admits payments that arrive while the database is busy with earlier ones together: one commit for up to 64.
 * Events go out after the commit (rule MONEY-3).
 */
export function openAdmissionDesk(ports: Ports): AdmissionDesk {
  const known = knownBets(ports.db);
  const admitted = gather(mostAtOnce, (payments: readonly NamedPayment[]) => admitPayments(ports, payments));
  return {
    knownBets: known,
    async admit(payment, bet) {
      const named = bet ?? (payment.betId === null ? null : await known.find(payment.betId));
      const admission = await admitted({ payment, bet: named });
      announce(ports, admission);
      return admission;
    },
  };
}

function announce({ broadcast, raceChanged }: Ports, admission: Admission) {
  if (!admission.isNew) return;
  const { bet, notification, payment } = admission;
  if (admission.outcome === "bet" && bet) raceChanged(bet.raceId);
  if (!notification) return;
  broadcast.toWallet(payment.payer, "user-notification", { notification: notificationView(notification) });
}
