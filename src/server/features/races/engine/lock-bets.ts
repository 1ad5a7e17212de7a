import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { betLeaf, hashWallet } from "../../../../domain/bet-leaf.ts";
import { sum } from "../../../../domain/lamports.ts";
import { lockMemo } from "../../../../domain/memo.ts";
import { growMerkleTree } from "../../../../domain/merkle-tree.ts";
import { queueAnchor } from "../../../foundation/books/payments.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { readInPages } from "../../../foundation/db/in-chunks.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { raceLocks } from "../../../foundation/db/schema/races.ts";
import { readCommit } from "../../../foundation/public-log/read-commit.ts";
import { type RaceRow, isLiveBet } from "../race-rows.ts";

/** The anchor that carries a race's lock memo. */
export const lockPaymentId = (raceId: string): string => `lock-${raceId}`;

/**
 * Fixes the bets of a race that closes: in the transaction that locks the race, the root over all bets is stored and
 * the memo that commits to it is queued (rule FAIR-16). The race's row is locked, so no bet can arrive meanwhile, and
 * none is taken afterwards. Works in slices, so that the process can do other things meanwhile.
 */
export async function lockBets(
  tx: Tx,
  { id: raceId, ...commit }: Pick<RaceRow, "id" | "log" | "commitIndex">,
  at: Date,
): Promise<void> {
  const locked = await readLiveBets(tx, raceId);
  const leaves: string[] = [];
  for (const [index, bet] of locked.entries()) {
    if (index % LEAVES_A_SLICE === LEAVES_A_SLICE - 1) await setImmediate();
    leaves.push(betLeaf({ ...bet, walletHash: hashWallet(bet.wallet, bet.salt) }));
  }
  const { root } = await growMerkleTree(leaves, () => setImmediate());
  const pool = sum(locked.map(({ stake }) => stake));
  const paymentId = lockPaymentId(raceId);
  await tx.insert(raceLocks).values({ raceId, root, pool, betIds: locked.map(({ id }) => id), paymentId });
  await queueAnchor(tx, {
    id: paymentId,
    memo: lockMemo({ raceId, pool, count: locked.length, root }),
    // This sets it apart from memos that others write: nobody else can sign for that wallet.
    sourceAddress: (await readCommit(tx, commit)).lock_wallet,
    raceId,
    createdAt: at,
  });
}

/** Each leaf takes two hashes: some milliseconds in all. */
const LEAVES_A_SLICE = 256;

/** The live bets in the order of their ids, byte by byte. */
const readLiveBets = (tx: Tx, raceId: string) =>
  readInPages((last: LiveBet | null, rows) =>
    tx
      .select({
        id: bets.id,
        wallet: bets.wallet,
        horseNumber: bets.horseNumber,
        stake: bets.stake,
        salt: bets.salt,
      })
      .from(bets)
      .where(
        and(
          eq(bets.raceId, raceId),
          isLiveBet,
          last === null ? undefined : gt(sql`${bets.id} collate "C"`, last.id),
        ),
      )
      .orderBy(asc(sql`${bets.id} collate "C"`))
      .limit(rows),
  );

type LiveBet = Pick<typeof bets.$inferSelect, "id" | "wallet" | "horseNumber" | "stake" | "salt">;
