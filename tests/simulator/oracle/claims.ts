import type { Entries } from "./books.ts";
import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
  /** Summed up from the postings. */
  readonly balance: (account: string) => bigint;
}

/** The answer to a claim. */
interface AnsweredClaim {
  readonly amount: bigint;
  readonly signature: string | null;
}

/**
 * Follows commission from the settlement that brings it to the payment that takes it out (rules REFERRAL-3, REFERRAL-5
 * to REFERRAL-8).
 */
export interface ClaimRules {
  /** Called when a wallet's session presses the button; the returned function must be called when the call has ended. */
  asked(wallet: string): () => void;
  answered(wallet: string, claim: AnsweredClaim): void;
  committed(commit: Commit): void;
}

const isOver = ({ status }: Row) => status === "completed" || status === "failed" || status === "cancelled";
/** An admin's retry of a failed payment: nobody claims it, and it may run alongside a claim. */
const isRetry = (id: string) => /-again-\d+$/.test(id);

export function openClaimRules({ must, mirror, balance }: Ports): ClaimRules {
  /** How many calls each wallet has in progress. */
  const asking = new Map<string, number>();
  /** What settlements brought each referrer, and what is in payments that were not given back. */
  const accrued = new Map<string, bigint>();
  const takenOut = new Map<string, bigint>();
  /** What each referred player brought according to the totals, keyed by referrer. */
  const totals = new Map<string, Map<string, bigint>>();
  const add = (to: Map<string, bigint>, wallet: string, more: bigint) =>
    to.set(wallet, (to.get(wallet) ?? 0n) + more);

  function count({ reference, entries }: Entries): readonly string[] {
    const touched: string[] = [];
    for (const [account, lamports] of entries) {
      const wallet = /^referral:(.+)$/.exec(account)?.[1];
      if (wallet === undefined) continue;
      touched.push(wallet);
      if (reference.startsWith("settle:")) add(accrued, wallet, lamports);
      else add(takenOut, wallet, -lamports);
    }
    return touched;
  }

  function mustBeClaim(payment: Row) {
    const id = text(payment, "id");
    const wallet = text(payment, "wallet");
    if (isRetry(id)) return;
    must((asking.get(wallet) ?? 0) > 0, `REFERRAL-5 ${id} pays out what ${wallet} did not claim`);
    const least = BigInt(Math.round(Number(mirror.settings.get("min_referral_claim_sol") ?? "0.05") * 1e9));
    must(amount(payment, "lamports") + 1n >= least, `REFERRAL-6 ${id} is below the minimum`);
    const others = [...mirror.payments.values()].filter(
      (other) =>
        other["kind"] === "referral" && other["wallet"] === wallet && other["id"] !== id && !isOver(other),
    );
    const earlier = others.find((other) => !isRetry(text(other, "id")));
    must(earlier === undefined, `REFERRAL-7 ${id} is made while ${String(earlier?.["id"])} is on its way`);
  }

  return {
    asked(wallet) {
      const count = (by: 1 | -1) => asking.set(wallet, (asking.get(wallet) ?? 0) + by);
      count(1);
      return () => void count(-1);
    },

    answered(wallet, { amount: lamports, signature }) {
      const claims = [...mirror.payments.values()].filter(
        (payment) => payment["kind"] === "referral" && payment["wallet"] === wallet,
      );
      const isThere = claims.some(
        (payment) =>
          amount(payment, "lamports") === lamports &&
          (signature === null || mirror.attempts.get(signature)?.["payment_id"] === payment["id"]),
      );
      must(isThere, `REFERRAL-8 ${wallet} was told of a claim of ${lamports} that there is not`);
    },

    committed({ postings, rows }) {
      const touched = new Set(postings.flatMap(count));
      for (const { source, before, row } of rows) {
        if (source === "payments" && before === null && row["kind"] === "referral") mustBeClaim(row);
        if (source !== "referral_totals") continue;
        const referrer = text(row, "referrer");
        const of = totals.get(referrer) ?? new Map<string, bigint>();
        totals.set(referrer, of.set(text(row, "wallet"), amount(row, "earned")));
        touched.add(referrer);
      }
      for (const wallet of touched) {
        const earned = accrued.get(wallet) ?? 0n;
        const held = balance(`referral:${wallet}`);
        const out = takenOut.get(wallet) ?? 0n;
        must(
          out >= 0n && earned === held + out,
          `INV-8 ${wallet} earned ${earned}, holds ${held}, took ${out}`,
        );
        const told = [...(totals.get(wallet)?.values() ?? [])].reduce((sum, one) => sum + one, 0n);
        must(told === earned, `REFERRAL-3 ${wallet} earned ${earned}, its totals say ${told}`);
      }
    },
  };
}
