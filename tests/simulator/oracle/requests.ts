import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
}

/** A payment that is asked for with an idempotency key; no other one has this amount. */
export interface KeyedPayment {
  /** Whose key it is. */
  readonly caller: string;
  readonly key: string;
  readonly destination: string;
  readonly lamports: bigint;
}

interface Answered {
  readonly status: number;
  /** Of the payment; null where it was refused. */
  readonly paymentId: string | null;
  readonly code: string | null;
}

/** The same request has one effect and one answer, and a key belongs to one wallet (rules IDEM-2 and IDEM-3). */
export interface RequestRules {
  /** Draws an amount near this one that no other request has. */
  readonly ownAmount: (near: bigint) => bigint;
  /** An amount that no request with a key has: the whole balance may be what such a request got back. */
  readonly otherAmount: (near: bigint) => bigint;
  /** Called before it is sent for the first time. */
  asked(payment: KeyedPayment): void;
  answered(payment: KeyedPayment, answer: Answered): void;
  /** How many keys a wallet has used. */
  readonly keysOf: (caller: string) => number;
  committed(commit: Commit): void;
}

export function openRequestRules({ must, mirror }: Ports): RequestRules {
  /** What was asked for with each key of a wallet, by amount. */
  const asked = new Map<string, Map<bigint, KeyedPayment>>();
  const answers = new Map<string, string>();
  const amounts = new Map<bigint, KeyedPayment>();
  let drawn = 0n;
  const idOf = ({ caller, key }: KeyedPayment) => `${caller} ${key}`;

  const isPaidBy = (payment: Row) => {
    const wanted = amounts.get(amount(payment, "lamports"));
    const isIt = wanted !== undefined && payment["destination"] === wanted.destination;
    return isIt ? wanted : null;
  };
  const effectsOf = (of: KeyedPayment) =>
    [...mirror.payments.values()].filter((payment) => {
      const wanted = isPaidBy(payment);
      return wanted !== null && idOf(wanted) === idOf(of);
    });

  return {
    ownAmount(near) {
      drawn += 1n;
      return near - (near % 100_000n) + drawn;
    },
    otherAmount: (near) => (amounts.has(near) ? near - 1n : near),
    asked(payment) {
      const ofKey = asked.get(idOf(payment)) ?? new Map<bigint, KeyedPayment>();
      asked.set(idOf(payment), ofKey.set(payment.lamports, payment));
      amounts.set(payment.lamports, payment);
    },
    keysOf: (caller) => [...asked.keys()].filter((id) => id.startsWith(`${caller} `)).length,

    answered(payment, { status, paymentId, code }) {
      const id = idOf(payment);
      const effects = effectsOf(payment);
      if (code === "IDEMPOTENCY_CONFLICT") {
        const isOther = effects.some((row) => amount(row, "lamports") !== payment.lamports);
        must(isOther, `IDEM-3 ${id} is refused as another request's key, and there is no other`);
      }
      if (status >= 300 || paymentId === null) return;
      const [effect] = effects;
      const isIt = effect !== undefined && text(effect, "id") === paymentId;
      must(isIt && amount(effect, "lamports") === payment.lamports, `IDEM-2 ${id} was told of ${paymentId}`);
      must((answers.get(id) ?? paymentId) === paymentId, `IDEM-2 ${id} has two answers`);
      answers.set(id, paymentId);
    },

    committed({ rows }) {
      for (const { source, before, row } of rows) {
        if (source !== "payments" || before !== null || /-again-\d+$/.test(text(row, "id"))) continue;
        const wanted = isPaidBy(row);
        if (wanted === null) continue;
        const effects = effectsOf(wanted).filter((one) => !/-again-\d+$/.test(text(one, "id")));
        must(effects.length === 1, `IDEM-2 ${idOf(wanted)} is carried out twice`);
      }
    },
  };
}
