import { decodeBase58 } from "../../../../domain/base58.ts";
import { parseWalletAddress } from "../../../../domain/wallet-address.ts";
import { raceIdOf } from "../kit/race-id.ts";
import { adminTabPath } from "../tab-path.ts";

/** A place in the panel that can be found by its name. */
export interface PaletteTarget {
  readonly name: string;
  readonly to: string;
}

export type PaletteEntry =
  | { readonly kind: "tab" | "setting"; readonly name: string; readonly to: string }
  | {
      readonly kind: "user" | "userSearch" | "race" | "transaction" | "houseTransaction";
      readonly name: string;
      readonly to: string;
    };

const SIGNATURE_BYTES = 64;
const MAX_SETTINGS = 8;

/**
 * Where a text typed in the palette leads: what its form says it is (a wallet, a signature, a race), the tabs and
 * settings whose names contain all of its words, and a search for a user. An empty text leads to every
 * tab.
 */
export function findEntries(
  text: string,
  places: { readonly tabs: readonly PaletteTarget[]; readonly settings: readonly PaletteTarget[] },
): readonly PaletteEntry[] {
  const typed = text.trim();
  const words = typed.toLowerCase().split(/\s+/);
  const matches = ({ name }: PaletteTarget) => words.every((word) => name.toLowerCase().includes(word));
  const tabs = places.tabs.filter(matches).map((place) => ({ kind: "tab" as const, ...place }));
  if (typed === "") return tabs;
  const settings = places.settings
    .filter(matches)
    .slice(0, MAX_SETTINGS)
    .map((place) => ({ kind: "setting" as const, ...place }));
  return [...entriesByForm(typed), ...tabs, ...settings, userSearch(typed)];
}

function entriesByForm(typed: string): readonly PaletteEntry[] {
  const quoted = encodeURIComponent(typed);
  if (parseWalletAddress(typed).ok)
    return [{ kind: "user", name: typed, to: `${adminTabPath("users")}?wallet=${quoted}` }];
  if (typed.length <= 88 && decodeBase58(typed)?.length === SIGNATURE_BYTES)
    return [
      { kind: "transaction", name: typed, to: `${adminTabPath("payouts")}?tx=${quoted}` },
      { kind: "houseTransaction", name: typed, to: `${adminTabPath("wallets")}?tx=${quoted}` },
    ];
  // Race ids contain a digit; words do not.
  const id = raceIdOf(typed);
  return id !== null && /\d/.test(id)
    ? [{ kind: "race", name: id, to: `${adminTabPath("races")}?race=${id}` }]
    : [];
}

const userSearch = (typed: string): PaletteEntry => ({
  kind: "userSearch",
  name: typed,
  to: `${adminTabPath("users")}?search=${encodeURIComponent(typed)}`,
});
