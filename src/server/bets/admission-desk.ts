import type { Broadcast } from "../ports.ts";
import { type Admission, type AdmitPorts, admitPayments } from "./admit-payments.ts";
import type { InboundPayment } from "./read-payment.ts";

/** Where everybody brings payments to be counted; see {@link openAdmissionDesk}. */
export interface AdmissionDesk {
  /** Counts a payment that is confirmed on the chain, once, and says what it became. */
  admit(payment: InboundPayment): Promise<Admission>;
}

interface Ports extends AdmitPorts {
  readonly broadcast: Broadcast;
  /** A bet came in: the race engine starts or extends the countdown and tells the clients. */
  readonly raceChanged: (raceId: string) => void;
}

interface Settle {
  readonly promise: Promise<Admission>;
  readonly resolve: (admission: Admission) => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting {
  readonly payment: InboundPayment;
  readonly settle: Settle;
}

const batchSize = 64;

function settleLater(): Settle {
  let resolve: Settle["resolve"] = () => undefined;
  let reject: Settle["reject"] = () => undefined;
  const promise = new Promise<Admission>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/**
 * Gathers payments that arrive while the database is busy with earlier ones and admits them together: one
 * commit for up to 64. A payment that arrives at an idle desk is admitted at once. Events go out after the
 * commit (rule MONEY-3).
 */
export function openAdmissionDesk(ports: Ports): AdmissionDesk {
  const waiting = new Map<string, Waiting>();
  let isBusy = false;

  async function work() {
    if (isBusy) return;
    isBusy = true;
    try {
      while (waiting.size > 0) {
        const batch = [...waiting.values()].slice(0, batchSize);
        for (const { payment } of batch) waiting.delete(payment.signature);
        await admitBatch(ports, batch);
      }
    } finally {
      isBusy = false;
    }
  }

  return {
    admit(payment) {
      const same = waiting.get(payment.signature);
      if (same) return same.settle.promise;
      const settle = settleLater();
      waiting.set(payment.signature, { payment, settle });
      void work();
      return settle.promise;
    },
  };
}

/** One payment that cannot be counted does not keep the others of its batch from it. */
async function admitBatch(ports: Ports, batch: readonly Waiting[]): Promise<void> {
  try {
    const admissions = await admitPayments(
      ports,
      batch.map(({ payment }) => payment),
    );
    for (const [place, admission] of admissions.entries()) {
      batch[place]?.settle.resolve(admission);
      announce(ports, admission);
    }
  } catch (error) {
    if (batch.length === 1) batch[0]?.settle.reject(error);
    else for (const one of batch) await admitBatch(ports, [one]);
  }
}

function announce({ broadcast, raceChanged, clock }: Ports, admission: Admission) {
  if (!admission.isNew) return;
  const { bet, notification, payment } = admission;
  if (admission.outcome === "bet" && bet) raceChanged(bet.raceId);
  if (!notification) return;
  broadcast.toWallet(payment.payer, "user-notification", {
    notification: { ...notification, created_at: new Date(clock.now()), read_at: null },
  });
}
