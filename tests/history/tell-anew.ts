import { betLeaf, byId } from "../../src/domain/bet-leaf.ts";
import { raceOutcome } from "../../src/domain/fairness.ts";
import { lamports } from "../../src/domain/lamports.ts";
import { merkleRoot } from "../../src/domain/merkle-tree.ts";
import { settle } from "../../src/domain/settlement.ts";

/* What a liar recomputes so that the rest of a record is consistent with the change. */

// oxlint-disable-next-line typescript/no-explicit-any -- lies do not fit the types
export type Loose = any;

/** Recomputes the settlement, as somebody would who wants the sums to match. */
export function settleAnew(race: Loose): void {
  const books = race.settlement;
  const stakes = books.bets.map((bet: Loose) => ({
    betId: bet.id,
    wallet: "",
    horseNumber: bet.horse_number,
    stake: lamports(BigInt(bet.stake)),
  }));
  const { houseEdgeBps } = race.settings;
  const settled = settle({
    stakes,
    winner: race.winning_horse,
    houseEdgeBps,
    jackpot: lamports(BigInt(books.jackpot)),
  });
  if (settled.kind !== "paid") return;
  const { pool, fee, net, remainder } = settled;
  Object.assign(books, { pool: `${pool}`, fee: `${fee}`, net: `${net}`, remainder: `${remainder}` });
  for (const [at, { payout, fee: share, result }] of settled.bets.entries()) {
    Object.assign(books.bets[at], { payout: `${payout}`, fee: `${share}`, result });
  }
}

/** Recomputes the lock from the leaves. */
export function lockAnew(race: Loose): void {
  const { bets } = race.lockedBets;
  bets.sort(byId);
  race.lockedBets.pool = String(bets.reduce((total: bigint, { stake }: Loose) => total + BigInt(stake), 0n));
  race.betsRoot = merkleRoot(
    bets.map(({ id, wallet_hash: walletHash, horse_number: horseNumber, stake }: Loose) =>
      betLeaf({ id, walletHash, horseNumber, stake: lamports(BigInt(stake)) }),
    ),
  );
}

/** Recomputes the outcome from the current seed and nonce. */
export function decideAnew(race: Loose): void {
  const { winner, places, motionSeed } = raceOutcome(race.server_seed, race.id, race.nonce);
  Object.assign(race, {
    winning_horse: winner,
    winning_horse_id: 10 + winner,
    places: [...places],
    motion_seed: motionSeed,
  });
  settleAnew(race);
}
