import type { NodeNews, ReportedTransaction } from "./node-news.ts";

/** Events reported by a node, remembered for all readers. */
export interface RememberedNews extends Pick<NodeNews, "since"> {
  notifyTransaction(signature: string, facts?: Partial<Omit<ReportedTransaction, "signature">>): void;
}

/** More than public nodes let anyone land within the minutes in which these events matter. */
const MAX_REMEMBERED = 4_000;

export function rememberedNews(): RememberedNews {
  /** The place of the first remembered one. */
  let first = 0;
  let transactions: ReportedTransaction[] = [];
  const places = new Set<string>();
  return {
    since: (place) => ({
      transactions: transactions.slice(Math.max(0, place - first)),
      place: first + transactions.length,
    }),
    notifyTransaction(signature, { hasFailed = false, memo = null } = {}) {
      // It is reported once for each wallet that it touched.
      if (places.has(signature)) return;
      places.add(signature);
      transactions.push({ signature, hasFailed, memo });
      if (transactions.length <= 2 * MAX_REMEMBERED) return;
      for (const forgotten of transactions.slice(0, MAX_REMEMBERED)) places.delete(forgotten.signature);
      transactions = transactions.slice(MAX_REMEMBERED);
      first += MAX_REMEMBERED;
    },
  };
}
