import type { NodeNews } from "./node-news.ts";

/** Events reported by a node, remembered for all readers. */
export interface RememberedNews extends Pick<NodeNews, "finalSlot" | "hasSeen" | "since"> {
  notifyTransaction(signature: string): void;
  notifyFinalSlot(slot: bigint): void;
}

/** More than public nodes let anyone confirm within the minutes in which these events matter. */
const MAX_REMEMBERED = 4_000;

export function rememberedNews(): RememberedNews {
  let final = -1n;
  /** The place of the first remembered one. */
  let first = 0;
  let signatures: string[] = [];
  const places = new Set<string>();
  return {
    finalSlot: () => final,
    hasSeen: (signature) => places.has(signature),
    since: (place) => ({
      signatures: signatures.slice(Math.max(0, place - first)),
      place: first + signatures.length,
    }),
    notifyTransaction(signature) {
      // It is reported once for each wallet that it touched.
      if (places.has(signature)) return;
      places.add(signature);
      signatures.push(signature);
      if (signatures.length <= 2 * MAX_REMEMBERED) return;
      for (const forgotten of signatures.slice(0, MAX_REMEMBERED)) places.delete(forgotten);
      signatures = signatures.slice(MAX_REMEMBERED);
      first += MAX_REMEMBERED;
    },
    notifyFinalSlot(slot) {
      if (slot > final) final = slot;
    },
  };
}
