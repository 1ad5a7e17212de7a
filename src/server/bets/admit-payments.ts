import { sql } from "drizzle-orm";
import { paymentCredited, houseFunded } from "../../domain/chain-postings.ts";
import { type Posting, posting, userAccount } from "../../domain/ledger.ts";
import { betConfirmed } from "../../domain/postings.ts";
import type { BetTerms } from "./queries.ts";
import { type Db, rowsOf } from "../db/database.ts";
import { sqlState } from "../db/transaction.ts";
import type { Clock, Entropy } from "../ports.ts";
import {
  newNotification,
  type NotificationRow,
  storedNotification,
} from "../notifications/stored-notifications.ts";
import type { InboundPayment } from "./read-payment.ts";

/** Why a payment did not become a bet (rule BET-8). */
export type CreditReason =
  | "NOT_A_BET"
  | "UNKNOWN_BET"
  | "FOREIGN_BET"
  | "WRONG_AMOUNT"
  | "SECOND_PAYMENT"
  | "BANNED"
  | "BETTING_CLOSED"
  | "ALREADY_BET";

export interface Admission {
  readonly signature: string;
  /** `void`: it was counted once and then dropped by a fork. */
  readonly outcome: "bet" | "credit" | "funding" | "void";
  readonly reason: CreditReason | null;
  readonly betId: string | null;
  /** False when the signature had been counted before (rule BET-3). */
  readonly isNew: boolean;
  readonly payment: InboundPayment;
  /** The bet that the payment names, whatever came of it. */
  readonly bet: BetTerms | null;
  /** What the payer was told where the money was credited just now. */
  readonly notification: NotificationRow | null;
}

export interface AdmitPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Wallets whose payments are the house's own money, e.g. the embedded chain's faucet. */
  readonly houseSources: ReadonlySet<string>;
}

/** A payment and the bet that it names, if there is one. */
export interface NamedPayment {
  readonly payment: InboundPayment;
  readonly bet: BetTerms | null;
}

/**
 * Counts payments that are confirmed on the chain, each at most once, ever: as the bet that it pays for, as a
 * credit to its payer, or as the house's own money (rules BET-2, BET-3, BET-7, BET-8). One transaction and one
 * round trip for all of them; a player's confirmation and the deposit watcher both end here. Answers in the
 * order asked.
 */
export async function admitPayments(
  ports: AdmitPorts,
  payments: readonly NamedPayment[],
): Promise<readonly Admission[]> {
  const judged = new Map(payments.map((named) => [named.payment.signature, judge(ports, named)]));
  const rows = new Map<string, DecidedRow>();
  let open = [...judged.values()];
  for (let round = 1; open.length > 0; round += 1) {
    if (round > rounds) throw new Error("payments are counted elsewhere and stay invisible");
    for (const row of await decide(ports, oneBetAPlayer(open))) rows.set(row.signature, row);
    open = open.filter(({ signature }) => !rows.has(signature));
  }
  return payments.map(({ payment, bet }) => {
    const row = rows.get(payment.signature);
    const item = judged.get(payment.signature);
    if (!row || !item) throw new Error(`payment ${payment.signature} was not decided`);
    const { signature, outcome, reason, bet_id: betId, is_new: isNew } = row;
    const notification = isNew && outcome === "credit" ? item.notification : null;
    return { signature, outcome, reason, betId, isNew, payment, bet, notification };
  });
}

/** More than two bets of one player in one batch, or a signature that another process counts: seldom at all. */
const rounds = 64;

/** What the database decides in one go: of a player's bets in a race the first; the others come after it. */
function oneBetAPlayer(open: readonly Item[]): readonly Item[] {
  const taken = new Set<string>();
  return open.filter(({ race_id, payer }) => {
    const key = `${race_id} ${payer}`;
    if (race_id === null || !taken.has(key)) {
      taken.add(key);
      return true;
    }
    return false;
  });
}

type Item = ReturnType<typeof judge>;

/** What cannot change any more, and the postings for whatever the database decides about the rest. */
function judge(ports: AdmitPorts, { payment, bet }: NamedPayment) {
  const [first] = payment.received;
  if (!first) throw new Error(`payment ${payment.signature} brought nothing`);
  const isFunding =
    payment.isOwn ||
    ports.houseSources.has(payment.payer) ||
    payment.received.every(({ kind }) => kind !== "deposit");
  const reason = isFunding ? null : staticReason(payment, bet);
  const isBet = bet !== null && !isFunding && reason === null;
  return {
    signature: payment.signature,
    house_address: first.address,
    payer: payment.payer,
    lamports: payment.total.toString(),
    slot: payment.slot.toString(),
    bet_id: isBet ? bet.id : null,
    race_id: isBet ? bet.raceId : null,
    is_funding: isFunding,
    reason,
    if_bet: isBet ? stored(betConfirmed({ ...bet, betId: bet.id })) : null,
    otherwise: stored(isFunding ? fundingOf(payment) : creditOf(payment)),
    notification: newNotification(ports, {
      wallet: payment.payer,
      kind: "payment_credited",
      params: { amount: payment.total },
    }),
  };
}

function staticReason(payment: InboundPayment, bet: BetTerms | null): CreditReason | null {
  if (payment.betId === null) return "NOT_A_BET";
  if (!bet || bet.ledger !== "real") return "UNKNOWN_BET";
  if (bet.wallet !== payment.payer) return "FOREIGN_BET";
  return bet.stake === payment.total ? null : "WRONG_AMOUNT";
}

function creditOf({ signature, payer, received, total }: InboundPayment): Posting {
  const [first, ...others] = received;
  if (first && others.length === 0) {
    return paymentCredited({ signature, wallet: payer, lamports: total, into: first.kind });
  }
  return ofSeveral({ reference: `deposit:${signature}`, kind: "payment credited" }, received, [
    userAccount(payer),
    total,
  ]);
}

function fundingOf({ signature, received, total }: InboundPayment): Posting {
  const [first, ...others] = received;
  if (first && others.length === 0) return houseFunded({ signature, lamports: total, into: first.kind });
  return ofSeveral({ reference: `funding:${signature}`, kind: "house funding" }, received, ["equity", total]);
}

/** One transaction paid into several house wallets at once. */
const ofSeveral = (
  fact: Pick<Posting, "reference" | "kind">,
  received: InboundPayment["received"],
  to: readonly [ReturnType<typeof userAccount>, bigint],
): Posting =>
  posting({
    ...fact,
    ledger: "real",
    entries: [...received.map(({ kind, lamports }) => [`chain:${kind}`, 0n - lamports] as const), to],
  });

const stored = ({ entries, ...fact }: Posting) => ({
  ...fact,
  entries: entries.map(({ account, lamports }) => ({ account, lamports: lamports.toString() })),
});

interface DecidedRow extends Record<string, unknown> {
  readonly signature: string;
  readonly outcome: Admission["outcome"];
  readonly reason: CreditReason | null;
  readonly bet_id: string | null;
  readonly is_new: boolean;
}

const attempts = 5;
/** Unique violation, deadlock, serialization failure: gone when the statement is run again. */
const passing: ReadonlySet<string | null> = new Set(["23505", "40P01", "40001"]);

async function decide({ db, clock }: AdmitPorts, asked: readonly Item[]): Promise<readonly DecidedRow[]> {
  const items = JSON.stringify(
    asked.map((item) => ({ ...item, notification: storedNotification(item.notification) })),
  );
  const at = new Date(clock.now()).toISOString();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rowsOf<DecidedRow>(
        db,
        sql`select * from admit_payments(${items}::jsonb, ${at}::timestamptz)`,
      );
    } catch (error) {
      // Another process admitted a second bet of the same player at the same moment: it is visible now.
      if (attempt === attempts || !passing.has(sqlState(error))) throw error;
    }
  }
}
