import type { SignedLamports } from "../../../../domain/lamports.ts";
import type { OwnProofs } from "./check-liabilities.ts";

type OwnProof = NonNullable<OwnProofs["newest"]>;

/** What is owed to a player, by account, as the player's page sees it. */
export type Claims = ReadonlyMap<string, SignedLamports>;

interface Seen {
  /** Lamports as text, since it is stored. */
  readonly owed: string;
  /** When the newest tree was built that was compared, epoch milliseconds. */
  readonly at: number;
  /** In how many trees, one after the other, less was counted; the one that was there at first is none of them. */
  readonly missed: number;
}

/** What was seen before, by account. */
export type SeenClaims = Readonly<Record<string, Seen>>;

/** The tree after the first sight may have been under way by then; a second one that has less is a fault. */
const MAX_MISSED = 1;

/**
 * Compares what is owed with the newest tree, and with what was seen before. An account that was owed the same all the
 * time, and of which two newer trees have less or nothing, is left out (rule OWED-10). What has changed meanwhile is
 * seen anew.
 */
export function seeClaims(seen: SeenClaims, claims: Claims, { tree, leaves }: OwnProof): SeenClaims {
  const at = tree.at.getTime();
  const nextSeen: Record<string, Seen> = {};
  for (const [account, owed] of claims) {
    if (owed <= countedOf(leaves, account)) continue;
    const before = Object.hasOwn(seen, account) ? seen[account] : undefined;
    if (before === undefined || before.owed !== `${owed}`)
      nextSeen[account] = { owed: `${owed}`, at, missed: 0 };
    else if (at <= before.at) nextSeen[account] = before;
    else nextSeen[account] = { ...before, at, missed: before.missed + 1 };
  }
  return nextSeen;
}

const countedOf = (leaves: OwnProof["leaves"], account: string): bigint =>
  leaves.find((leaf) => leaf.account === account)?.lamports ?? 0n;

/** The accounts that are left out. */
export const leftOut = (seen: SeenClaims): readonly string[] =>
  Object.keys(seen).filter((account) => (seen[account]?.missed ?? 0) > MAX_MISSED);

/** What was stored of it: nothing if it has another form. */
export function parseSeen(text: string | null): SeenClaims {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as SeenClaims) : {};
  } catch (error) {
    console.debug("What was seen of the own accounts cannot be read.", error);
    return {};
  }
}
