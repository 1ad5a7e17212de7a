import * as z from "zod/mini";
import { beaconSlotAfter } from "../../../../domain/beacon-slot.ts";
import { type BetsLock, lockMemo, lockMemoStart } from "../../../../domain/memo.ts";
import type { VerifiedRace } from "./check-race.ts";
import { compare, firstOf, type Finding } from "./finding.ts";
import { absent, answerOf, type AskNode, compareWith, memoOf, missing } from "./node-answers.ts";

/** The published lock of a race, with the signature of its memo. */
export interface PublishedLock extends BetsLock {
  readonly lock: string | null;
  /** The wallet that has to send it, as the race's `commit` entry names it. */
  readonly wallet: string | null;
  /** Where that entry was anchored. */
  readonly commit: { readonly slot: bigint } | null;
}

/**
 * Reads the memo that locked the bets of a race, and checks that it says what was published, was sent by the wallet
 * that the `commit` entry names and after that was anchored, is that wallet's first for the race, and that the beacon's
 * slot follows from where it landed (rules FAIR-15 and FAIR-16).
 *
 * @param beaconSlot the slot from which the beacon was looked for; null if there is none to compare.
 */
export async function compareLock(
  ask: AskNode,
  { lock, wallet, commit, ...published }: PublishedLock,
  { beaconSlot }: { readonly beaconSlot: bigint | null },
): Promise<Finding> {
  if (lock === null || commit === null) return absent;
  if (wallet === null) return compare("–", "lock_wallet");
  const memo = await memoOf(ask, lock);
  if (memo === null) return missing;
  const since = { slot: Number(commit.slot), payer: wallet };
  const first = await findEarlierLock(ask, published.raceId, { lock, since });
  return firstOf([
    compareWith(lockMemo(published), memo),
    compare(wallet, memo.payer),
    compare(lock, first ?? lock),
    since.slot < memo.slot ? { state: "checked" } : compare(`slot < ${memo.slot}`, `slot ${since.slot}`),
    // A sealed race announces no slot.
    beaconSlot === null
      ? { state: "checked" }
      : compare(`slot ${beaconSlot}`, `slot ${beaconSlotAfter(BigInt(memo.slot))}`),
  ]);
}

const history = z.array(
  z.object({
    signature: z.string(),
    slot: z.int(),
    err: z.unknown(),
    memo: z.optional(z.nullable(z.string())),
  }),
);
const PAGE = 1_000;
/** Maximum number of pages of the wallet's transactions between the two: far more than a race has. */
const MAX_PAGES = 20;

/**
 * The first memo with which that wallet locked the race, if it wrote one before the named one and after the race was
 * committed to; null if it did not. Throws if the wallet's history is too long.
 */
async function findEarlierLock(
  ask: AskNode,
  raceId: string,
  {
    lock,
    since,
  }: { readonly lock: string; readonly since: { readonly slot: number; readonly payer: string } },
): Promise<string | null> {
  let earliest: string | null = null;
  let before = lock;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const options = { before, limit: PAGE, commitment: "finalized" };
    const found = await answerOf(ask, history, "getSignaturesForAddress", since.payer, options);
    for (const { signature, slot, err, memo = null } of found) {
      // Nodes list memos with their lengths in front.
      const isNamed = err === null && memo !== null && memo.includes(`] ${lockMemoStart(raceId)}`);
      if (slot <= since.slot) continue;
      if (isNamed && (await isLockOf(ask, raceId, { signature, payer: since.payer }))) earliest = signature;
    }
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE || last.slot < since.slot) return earliest;
    before = last.signature;
  }
  throw new Error("getSignaturesForAddress: …");
}

/** Anybody may write such a memo and mention the wallet; only the house can sign for it. */
async function isLockOf(
  ask: AskNode,
  raceId: string,
  { signature, payer }: { readonly signature: string; readonly payer: string },
): Promise<boolean> {
  const memo = await memoOf(ask, signature);
  return (
    memo !== null && memo.payer === payer && memo.texts.some((text) => text.startsWith(lockMemoStart(raceId)))
  );
}

/** Checks the memo that locked the bets (rules FAIR-15 and FAIR-16). */
export async function compareRaceLock(ask: AskNode, race: VerifiedRace): Promise<Finding> {
  const { anchors, lock_wallet: wallet, betsRoot: root, lockedBets, beacon, entropy } = race;
  if (root === null || lockedBets === null) return absent;
  const { pool, bets } = lockedBets;
  return compareLock(
    ask,
    { raceId: race.id, pool, count: bets.length, root, wallet, ...anchors },
    {
      // For a race that was refunded before its start, nothing follows from it.
      beaconSlot: entropy === "beacon" && beacon?.blockhash ? beacon.announcedSlot : null,
    },
  );
}
