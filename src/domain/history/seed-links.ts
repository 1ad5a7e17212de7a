import { seedHash, sha256Hex } from "../fairness.ts";
import { type Difference, differs, same } from "./difference.ts";
import type { PublishedRace, RecordOf } from "./record.ts";

/** How far a chain of seeds has been followed. */
interface FollowedChain {
  readonly length: number;
  /** The network it was published on; null until its record arrives. */
  readonly network: string | null;
  /** Signature of the memo that published the tip; null until its record arrives. */
  readonly anchor: string | null;
  /** Index of the last seed that was used. */
  readonly index: number;
  /** The last seed that leads to the tip, and its place. */
  readonly proven: { readonly index: number; readonly seed: string };
  /** Whether it is the last one that a race of its network used. */
  readonly isUsed?: boolean;
}

/** Chains by tip; those of other networks stay. */
export type FollowedChains = Record<string, FollowedChain>;

/** A chain is published and anchored before its first race (rule FAIR-7). Play money needs no anchor. */
export function followChain(
  chains: FollowedChains,
  { tip, length, anchor, network }: RecordOf<"seed-chain">,
): readonly Difference[] {
  const known = chains[tip];
  const followed = known ?? { index: 0, proven: { index: 0, seed: tip } };
  chains[tip] = { ...followed, length, anchor, network };
  if (known === undefined) return [];
  return [
    ...same("FAIR-7", "length", known.length, length),
    ...(known.anchor === null ? [] : differs("FAIR-7", "a chain of its own", `tip ${tip} again`)),
  ];
}

/**
 * The seed of a race is the next of its chain: its hash is the one that was shown, its place follows the previous
 * place, and hashed as many times as it is places away, mostly once, it gives the last proven seed (rules FAIR-6 and
 * FAIR-7). A seed that does not is left out, so that later seeds are not blamed for it.
 */
export function followSeed(chains: FollowedChains, race: PublishedRace): readonly Difference[] {
  const { ledger, server_seed: seed } = race;
  const { tip, index, length, anchor } = race.seed_chain;
  const chain = chains[tip] ?? {
    length,
    network: null,
    anchor: null,
    index: 0,
    proven: { index: 0, seed: tip },
  };
  const isProven = (place: number) => leadsTo(seed, place, chain.proven);
  const next = chain.index + 1;
  const place = [index, next].find(isProven);
  const isFollowing = place !== undefined;
  const isUsedTwice = index <= chain.index && !isFollowing;
  const unused = unusedBefore(chains, tip);
  chains[tip] = {
    length: chain.length,
    network: chain.network,
    isUsed: true,
    // A chain that was not published is reported once.
    anchor: ledger === "real" ? (chain.anchor ?? anchor) : chain.anchor,
    index: isUsedTwice ? chain.index : Math.max(next, place ?? next),
    proven: isFollowing ? { index: place, seed } : chain.proven,
  };
  return [
    ...(ledger === "play" ? [] : anchorDifferences(chain, race)),
    ...unused,
    ...same("FAIR-7", "length", chain.length, length),
    ...(index <= length ? [] : differs("FAIR-7", `index ≤ ${length}`, `index = ${index}`)),
    ...same("FAIR-6", "server_seed_hash", seedHash(seed), race.server_seed_hash, "sha256(server_seed)"),
    ...same("FAIR-7", "index", next, index),
    ...(isFollowing
      ? []
      : differs("FAIR-7", `hashes to seed ${chain.proven.index}: ${chain.proven.seed}`, seed)),
  ];
}

/** A chain is used up before another one of its network is begun; the one before is forgotten (rule FAIR-7). */
function unusedBefore(chains: FollowedChains, tip: string): readonly Difference[] {
  const network = chains[tip]?.network ?? null;
  const last = Object.keys(chains).find(
    (other) => other !== tip && chains[other]?.isUsed === true && chains[other].network === network,
  );
  const before = last === undefined ? undefined : chains[last];
  if (network === null || last === undefined || before === undefined) return [];
  chains[last] = { ...before, isUsed: false };
  return before.index >= before.length
    ? []
    : differs(
        "FAIR-7",
        `chain ${last} up to its last seed, ${before.length}`,
        `chain ${tip} after ${before.index}`,
      );
}

/** What is left of the chain in use may be public when a log lost entries: no race uses it any more (rule FAIR-7). */
export function abandonChain(chains: FollowedChains, network: string | null): void {
  for (const [tip, chain] of Object.entries(chains))
    if (chain.isUsed === true && chain.network === network) chains[tip] = { ...chain, index: chain.length };
}

/**
 * A race takes its seed from a chain of the network that was in force when it was created (rule EXPORT-10). A chain
 * that names another one is reported once.
 */
export function followNetwork(
  chains: FollowedChains,
  { seed_chain: { tip } }: PublishedRace,
  network: string | null,
): readonly Difference[] {
  const chain = chains[tip];
  if (network === null || chain === undefined || chain.network === null) return [];
  chains[tip] = { ...chain, network };
  return same("EXPORT-10", `network of chain ${tip}`, network, chain.network);
}

const anchorDifferences = (
  { anchor }: FollowedChain,
  { seed_chain: chain }: PublishedRace,
): readonly Difference[] =>
  anchor === null
    ? differs("FAIR-7", `the chain ${chain.tip} before its first race`, "–")
    : same("FAIR-7", "anchor", anchor, chain.anchor);

/** More than this are not skipped commitments but another chain. */
const MAX_HASHES = 10_000;

function leadsTo(seed: string, index: number, proven: FollowedChain["proven"]): boolean {
  const times = index - proven.index;
  if (times < 1 || times > MAX_HASHES) return false;
  let hashed = seed;
  for (let done = 0; done < times; done += 1) hashed = sha256Hex(hashed);
  return hashed === proven.seed;
}
