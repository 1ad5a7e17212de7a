import { type Difference, differs, same } from "./difference.ts";
import type { PublishedRace, RecordOf } from "./record.ts";
import { readEntry } from "./rules-in-force.ts";

/** How many are remembered, so that the state stays small; `verifier/verify.py` remembers all. */
const REMEMBERED = 1_000;
/** Enough characters of an id or a signature to distinguish it from the others. */
const TELLING = 24;

/** The newest bets by id, their payments, and the transactions of payouts, oldest first. */
export interface SeenBets {
  readonly ids: string[];
  readonly payments: string[];
  readonly payouts: string[];
  /** The newest settled bets, with what a later refund may give back: a lost stake in its ledger, otherwise 0. */
  readonly stakes: string[];
}

export const noBets = (): SeenBets => ({ ids: [], payments: [], payouts: [], stakes: [] });

/** A bet is in one race, and a payment pays for one bet (rules INV-5 and BET-3). */
export function followBets(
  { ids, payments, stakes }: SeenBets,
  { settlement, ledger }: PublishedRace,
): readonly Difference[] {
  for (const { id, stake, result } of settlement.bets)
    stakes.push(`${id.slice(-TELLING)} ${result === "loss" ? stake : 0n} ${ledger}`);
  if (stakes.length > REMEMBERED) stakes.splice(0, stakes.length - REMEMBERED);
  const paid = settlement.bets.flatMap(({ signature }) => signature ?? []);
  return [
    ...seenAgain(
      ids,
      settlement.bets.map(({ id }) => id),
      (id) => differs("INV-5", `${id}: in one race, once`, `${id}: again`),
    ),
    ...seenAgain(payments, paid, (payment) =>
      differs("BET-3", `${payment}: for one bet`, `${payment}: for another as well`),
    ),
  ];
}

/** A bet that was given back while its race took bets is not in any race (rules INV-5 and RULELOG-2). */
export function followGivenBack({ ids }: SeenBets, { entry }: RecordOf<"rule">): readonly Difference[] {
  const { kind, fields } = readEntry(entry);
  const { bet, settled } = fields;
  if (kind !== "refund-bet" || settled !== false || typeof bet !== "string") return [];
  return seenAgain(ids, [bet], (id) => differs("INV-5", `${id}: in one race, or given back`, `${id}: both`));
}

/** After the settlement only a lost stake goes back, in full and once (rules MONEY-9 and MONEY-23). */
export function followReturned(
  { stakes }: SeenBets,
  { bets, ledger }: RecordOf<"reversal">,
): readonly Difference[] {
  return bets.flatMap(({ id, lamports }) => {
    const short = id.slice(-TELLING);
    const at = stakes.findLastIndex((known) => known.startsWith(`${short} `));
    if (at < 0 && stakes.length >= REMEMBERED) return [];
    const due = stakes[at]?.slice(short.length + 1) ?? `0 ${ledger}`;
    if (at >= 0) stakes[at] = `${short} 0 ${ledger}`;
    return same("MONEY-9", `${id}: lost stake to give back`, due, `${lamports} ${ledger}`);
  });
}

/** A transaction pays out one payment (rule INV-7). */
export const followPayout = (
  { payouts }: SeenBets,
  { payment, signature }: RecordOf<"payout">,
): readonly Difference[] =>
  seenAgain(payouts, signature === null ? [] : [signature], (named) =>
    differs("INV-7", `${named}: for one payout`, `${named}: for ${payment} as well`),
  );

function seenAgain(
  seen: string[],
  names: readonly string[],
  differencesOf: (name: string) => readonly Difference[],
): readonly Difference[] {
  const known = new Set(seen);
  const differences: Difference[] = [];
  for (const name of names) {
    const short = name.slice(-TELLING);
    if (known.has(short)) differences.push(...differencesOf(name));
    known.add(short);
    seen.push(short);
  }
  if (seen.length > REMEMBERED) seen.splice(0, seen.length - REMEMBERED);
  return differences;
}
