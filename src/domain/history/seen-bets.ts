import { type Difference, differs } from "./difference.ts";
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
}

export const noBets = (): SeenBets => ({ ids: [], payments: [], payouts: [] });

/** A bet is in one race, and a payment pays for one bet (rules INV-5 and BET-3). */
export function followBets(
  { ids, payments }: SeenBets,
  { settlement }: PublishedRace,
): readonly Difference[] {
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
  const { kind, told } = readEntry(entry);
  const { bet, settled } = told;
  if (kind !== "refund-bet" || settled !== false || typeof bet !== "string") return [];
  return seenAgain(ids, [bet], (id) => differs("INV-5", `${id}: in one race, or given back`, `${id}: both`));
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
  told: (name: string) => readonly Difference[],
): readonly Difference[] {
  const known = new Set(seen);
  const shown: Difference[] = [];
  for (const name of names) {
    const short = name.slice(-TELLING);
    if (known.has(short)) shown.push(...told(name));
    known.add(short);
    seen.push(short);
  }
  if (seen.length > REMEMBERED) seen.splice(0, seen.length - REMEMBERED);
  return shown;
}
