import { getBase58Encoder } from "@solana/kit";
import type { Json } from "../support/browser-session.ts";

const base58 = getBase58Encoder();

/** Members that tell a slot, a height, a time or a count: they differ from run to run. */
const numbers = new Set([
  "absoluteSlot",
  "blockHeight",
  "blockTime",
  "contextSlot",
  "lastValidBlockHeight",
  "parent",
  "parentSlot",
  "root",
  "slot",
  "slotIndex",
  "subscription",
  "transactionCount",
]);

/**
 * Replaces what differs from run to run by its name or kind and leaves the rest as it is, so that whole answers can be
 * compared. Names are looked for as whole strings; the addresses among them keep a constant program apart from a hash.
 */
export function volatileNames() {
  const names = new Map<string, string>();

  const nameText = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (/^[1-9A-HJ-NP-Za-km-z]{40,90}$/.test(text) && !/1{8}|^(Memo|Compute|Sysvar)/.test(text)) {
      const { length } = base58.encode(text);
      if (length === 32 || length === 64) return `<${length} bytes>`;
    }
    return text.replaceAll(/\b(slot|height)( )?\d+/gi, "$1$2<number>");
  };

  const nameAll = (value: Json, key = ""): Json => {
    if (typeof value === "string") return nameText(value);
    if (typeof value === "number") return numbers.has(key) ? "<number>" : value;
    if (Array.isArray(value)) return value.map((item) => nameAll(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.keys(value)
        .toSorted()
        .map((member) => [member, nameAll(value[member], member)]),
    );
  };

  return {
    call: (text: string, name: string) => void names.set(text, `<${name}>`),
    /** @param hasNumbers whether every number of the result is volatile */
    in: (value: Json, hasNumbers = false): Json => {
      const named = nameAll(value);
      if (!hasNumbers || named.result === undefined) return named;
      const isList = Array.isArray(named.result);
      return {
        ...named,
        result: isList ? `<${Math.min(named.result.length, 2)} or more numbers>` : "<number>",
      };
    },
  };
}
