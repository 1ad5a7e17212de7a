import type { Change } from "../store.ts";
import type { Must } from "./must.ts";

export interface Entries {
  readonly reference: string;
  readonly kind: string;
  readonly ledger: string;
  readonly entries: ReadonlyMap<string, bigint>;
}

/** The ledger, recomputed from its entries (rules INV-1 and INV-3). */
export interface Books {
  post(change: Change): Entries;
  balance(account: string): bigint;
  readonly balances: ReadonlyMap<string, bigint>;
  /** Called when a commit is complete. */
  checkTouched(): void;
}

const neverBelowZero = /^((play:)?(user|pool)|jackpot|referral):|^(bonus|outgoing)$/;

export function openBooks(must: Must): Books {
  const balances = new Map<string, bigint>();
  const references = new Set<string>();
  const touched = new Set<string>();
  return {
    balances,
    balance: (account) => balances.get(account) ?? 0n,
    post({ content }) {
      const reference = String(content["reference"]);
      const entries = new Map<string, bigint>();
      for (const [account, lamports] of content["entries"] as [string, string][]) {
        entries.set(account, (entries.get(account) ?? 0n) + BigInt(lamports));
      }
      must(!references.has(reference), `INV-1 ${reference} was posted twice`);
      references.add(reference);
      const sum = [...entries.values()].reduce((left, right) => left + right, 0n);
      must(sum === 0n, `INV-1 ${reference} sums to ${sum}`);
      for (const [account, lamports] of entries) {
        balances.set(account, (balances.get(account) ?? 0n) + lamports);
        touched.add(account);
      }
      return { reference, kind: String(content["kind"]), ledger: String(content["ledger"]), entries };
    },
    checkTouched() {
      for (const account of touched) {
        const balance = balances.get(account) ?? 0n;
        must(balance >= 0n || !neverBelowZero.test(account), `INV-3 ${account} is at ${balance}`);
      }
      touched.clear();
    },
  };
}

export const sameEntries = (a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): boolean => {
  const nonzero = (entries: ReadonlyMap<string, bigint>) =>
    [...entries].filter(([, lamports]) => lamports !== 0n);
  return (
    nonzero(a).length === nonzero(b).length &&
    nonzero(a).every(([account, lamports]) => b.get(account) === lamports)
  );
};

export const shown = (entries: ReadonlyMap<string, bigint>): string =>
  [...entries]
    .map(([account, lamports]) => `${account} ${lamports}`)
    .sort()
    .join(", ");
