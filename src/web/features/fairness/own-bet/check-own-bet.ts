import type { Api } from "../../../../contract/api.ts";
import type { OwnBet } from "../../../../contract/races/race-shape.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { betCommitment } from "../../../../domain/bet-commitment.ts";
import { betLeaf, hashWallet } from "../../../../domain/bet-leaf.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { betMemo } from "../../../../domain/memo.ts";
import { rootFromPath } from "../../../../domain/merkle-tree.ts";
import type { HouseLogs } from "../verifier/site-logs.ts";
import { compare, findingOf, firstOf, type Finding } from "../verifier/finding.ts";
import { absent, type AskNode, compareWith, memoOf } from "../verifier/node-answers.ts";
import { compareAnchor } from "../verifier/read-anchor.ts";
import { compareLock } from "../verifier/read-lock.ts";

export type BetProof = NonNullable<Reply<Api["getBetProof"]>["proof"]>;

/** What the player knows without the server's proof. */
export interface KnownBet {
  readonly wallet: string;
  readonly bet: Pick<OwnBet, "id" | "race_id" | "horse_number"> & { readonly bet_amount: Lamports };
}

/**
 * Whether the player's own bet is among the bets locked when betting closed (rule FAIR-16): its leaf, computed from
 * what the player bet, leads to the root.
 */
export function checkProof(proof: BetProof, { wallet, bet }: KnownBet): Finding {
  const { id, horse_number: horseNumber, bet_amount: stake } = bet;
  const leaf = betLeaf({ id, walletHash: hashWallet(wallet, proof.salt), horseNumber, stake });
  return compare(proof.betsRoot, rootFromPath(leaf, proof) ?? "–");
}

/**
 * The same, and that the root is on the chain: in the first lock memo of the wallet that the race's `commit` entry names,
 * which was anchored before the payment (rule FAIR-12). Also that the payment's own memo commits to this bet (rule BET-13).
 */
export async function checkOwnBet(
  { ask, logs }: { readonly ask: AskNode; readonly logs: HouseLogs },
  proof: BetProof,
  known: KnownBet,
): Promise<Finding> {
  const computed = checkProof(proof, known);
  if (computed.state !== "checked") return computed;
  const { race_id: raceId, horse_number: horseNumber, bet_amount: stake } = known.bet;
  const { pool, count, betsRoot: root, lock, commit, payment, salt } = proof;
  if (commit === null) return absent;
  try {
    // Not loaded with the page of the race.
    const { findCommit } = await import("../../../../auditor/check-commit.ts");
    const { checkHouse } = await import("../verifier/site-logs.ts");
    const { entry, differences } = findCommit(commit, raceId);
    if (entry === null) return findingOf(differences);
    const published = { raceId, pool, count, root, lock, wallet: entry.lock_wallet, commit };
    const paid = payment === null ? null : await memoOf(ask, payment);
    const [, , anchored = ""] = commit.checkpoint.split("\n");
    const memo = betMemo(betCommitment({ raceId, horseNumber, stake, salt }), anchored);
    return firstOf([
      await checkHouse(logs, commit),
      await compareAnchor(ask, commit, [paid?.slot ?? null]),
      await compareLock(ask, published, { beaconSlot: null }),
      ...(payment === null ? [] : [compareWith(memo, paid)]),
    ]);
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}
