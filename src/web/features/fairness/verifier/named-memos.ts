import type { VerifiedRace } from "./check-race.ts";
import { compare, type Finding } from "./finding.ts";
import { absent, pending } from "./node-answers.ts";

/** The checks that read a memo. */
export const memoChecks = ["chainAnchor", "commitment", "lock", "result"] as const;
export type MemoCheck = (typeof memoChecks)[number];

/** The signature under which the race names the memo. */
function signatureOf(
  check: MemoCheck,
  { seed_chain: chain, anchors, lock_wallet: wallet }: VerifiedRace,
): string | null {
  switch (check) {
    case "chainAnchor":
      return chain.anchor;
    case "commitment":
      return anchors.commit?.signature ?? null;
    case "lock":
      // Where no wallet is named, any could have sent one.
      return wallet && anchors.lock;
    case "result":
      return anchors.result;
  }
}

/**
 * What the absence of a memo's signature says about a race; null where the race names the memo (rules FAIR-7, FAIR-12,
 * FAIR-15 and FAIR-32). A race has its commitment before its first bet. One of play money has no other memos; one of
 * real money has that of its chain before it is created and the lock before its beacon's slot is known. Otherwise seed,
 * bets and slot could have been chosen afterwards.
 */
export function unnamedMemo(check: MemoCheck, race: VerifiedRace): Finding | null {
  if (signatureOf(check, race) !== null) return null;
  if (check === "commitment") return tookBets(race) ? notThere : absent;
  if (race.settings["ledger"] !== "real") return absent;
  switch (check) {
    case "chainAnchor":
      return notThere;
    case "lock":
      return lockFinding(race);
    case "result":
      return pending;
  }
}

const notThere = compare("–", "memo");

/** What the race's answer alone says about its memos, without a node: those that it had to name. */
export function unnamedMemos(race: VerifiedRace): Readonly<Partial<Record<MemoCheck, Finding>>> {
  return Object.fromEntries(
    memoChecks.flatMap((check) => {
      const finding = unnamedMemo(check, race);
      return finding === null || finding.state === "absent" ? [] : [[check, finding]];
    }),
  );
}

const wasRun = ({ winning_horse: winner, places }: VerifiedRace): boolean =>
  winner !== null || places !== null;

/** Betting on a race that was refunded before its commitment landed was never opened. */
const tookBets = (race: VerifiedRace): boolean =>
  wasRun(race) || race.beacon !== null || race.lockedBets !== null || (race.settlement?.bets.length ?? 0) > 0;

/** A sealed race starts without waiting for its lock, and one without a beacon is refunded without it. */
function lockFinding(race: VerifiedRace): Finding {
  const { beacon, entropy, lockedBets } = race;
  if (beacon !== null || (wasRun(race) && entropy === "beacon")) return notThere;
  return wasRun(race) || lockedBets !== null ? pending : absent;
}
