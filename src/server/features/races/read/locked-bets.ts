import { setImmediate } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { betLeaf, hashWallet, type LockedBet } from "../../../../domain/bet-leaf.ts";
import { growMerkleTree, type MerkleTree } from "../../../../domain/merkle-tree.ts";
import { type Result, ok, refuse } from "../../../../domain/result.ts";
import type { Db, Queryable } from "../../../foundation/db/database.ts";
import { inChunks } from "../../../foundation/db/in-chunks.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { raceLocks } from "../../../foundation/db/schema/races.ts";
import { findRace, type RaceRow } from "../race-rows.ts";
import { readCommitAnchor, readLoggedCommit } from "./commit-anchor.ts";
import { signatureOf } from "./race-facts.ts";

type Verified = Reply<Api["verifyRace"]>["race"];
type BetProof = NonNullable<Reply<Api["getBetProof"]>["proof"]>;

type RaceLock = typeof raceLocks.$inferSelect;

/** The bets as they were fixed at the close; null for a race whose bets were not locked (rule FAIR-16). */
export async function findLock(q: Queryable, raceId: string): Promise<RaceLock | null> {
  const [lock] = await q.select().from(raceLocks).where(eq(raceLocks.raceId, raceId));
  return lock ?? null;
}

/** The leaves of a lock in order, and the tree over them. */
interface LockedTree {
  readonly leaves: readonly LockedBet[];
  readonly tree: MerkleTree;
}

/** Built in slices, so that the process can do other things meanwhile. */
async function growTree(
  betIds: readonly string[],
  found: ReadonlyMap<string, StoredBet>,
): Promise<LockedTree> {
  const leaves: LockedBet[] = [];
  const hashes: string[] = [];
  for (const [index, id] of betIds.entries()) {
    if (index % LEAVES_A_SLICE === LEAVES_A_SLICE - 1) await setImmediate();
    const bet = found.get(id);
    if (bet === undefined) throw new Error(`bet ${id} is locked and not in the database`);
    const { horseNumber, stake } = bet;
    const leaf = { id, walletHash: hashWallet(bet.wallet, bet.salt), horseNumber, stake };
    leaves.push(leaf);
    hashes.push(betLeaf(leaf));
  }
  return { leaves, tree: await growMerkleTree(hashes, () => setImmediate()) };
}

/** Each leaf takes two hashes: some milliseconds in all. */
const LEAVES_A_SLICE = 256;

/**
 * Every leaf with its path. For a player who hides figures, the hash of the wallet is published but not the salt that
 * would open it (rule FAIR-17).
 */
export async function readLockedBets(
  q: Queryable,
  { pool, betIds }: RaceLock,
): Promise<NonNullable<Verified["lockedBets"]>> {
  const { leaves, tree } = await growTree(betIds, await readBets(q, betIds));
  const list: NonNullable<Verified["lockedBets"]>["bets"] = [];
  await inChunks([...leaves.entries()], (chunk) => {
    for (const [index, { id, walletHash, horseNumber, stake }] of chunk) {
      const path = tree.pathOf(index);
      list.push({ id, wallet_hash: walletHash, horse_number: horseNumber, stake, path });
    }
  });
  return { pool, bets: list };
}

type StoredBet = Pick<typeof bets.$inferSelect, "id" | "wallet" | "horseNumber" | "stake" | "salt">;

/** The bets of a lock, by their ids. */
async function readBets(q: Queryable, betIds: readonly string[]): Promise<ReadonlyMap<string, StoredBet>> {
  const found = new Map<string, StoredBet>();
  await inChunks(betIds, async (ids) => {
    const rows = await q
      .select({
        id: bets.id,
        wallet: bets.wallet,
        horseNumber: bets.horseNumber,
        stake: bets.stake,
        salt: bets.salt,
      })
      .from(bets)
      .where(sql`${bets.id} = any(${sql.param(ids)}::text[])`);
    for (const bet of rows) found.set(bet.id, bet);
  });
  return found;
}

/** What all proofs of a race share. */
interface ProvableRace extends LockedTree {
  readonly lock: RaceLock;
  readonly commit: BetProof["commit"];
  /** The place of each leaf, by its bet's id. */
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Proofs of players' own bets, as soon as the bets are locked and while the race is still running (rule FAIR-16). All
 * players request theirs at about the same moment: what the last requested race has for all stays in memory, since it never
 * changes.
 */
export function betProofs(db: Db) {
  let last: { readonly raceId: string; readonly race: Promise<ProvableRace> } | null = null;

  async function provable(row: RaceRow): Promise<ProvableRace | null> {
    const { id: raceId } = row;
    if (last?.raceId === raceId) return last.race;
    const lock = await findLock(db, raceId);
    if (lock === null) return null;
    if (last?.raceId !== raceId) last = { raceId, race: prepareProofs(db, row, lock) };
    const { race } = last;
    race.catch(() => {
      if (last?.race === race) last = null;
    });
    return race;
  }

  /** Null before the close, and when there is nothing to prove. */
  return async (raceId: string, wallet: string): Promise<Result<BetProof | null, "RACE_NOT_FOUND">> => {
    const row = await findRace(db, raceId);
    if (row === null) return refuse("RACE_NOT_FOUND");
    const race = await provable(row);
    if (race === null) return ok(null);
    const own = await db
      .select({ id: bets.id, signature: bets.signature, salt: bets.salt })
      .from(bets)
      .where(and(eq(bets.raceId, raceId), eq(bets.wallet, wallet), eq(bets.status, "confirmed")));
    const bet = own.find(({ id }) => race.places.has(id));
    const index = bet === undefined ? undefined : race.places.get(bet.id);
    const leaf = index === undefined ? undefined : race.leaves[index];
    if (bet === undefined || index === undefined || leaf === undefined) return ok(null);
    const { lock, commit, leaves, tree } = race;
    return ok({
      bet_id: bet.id,
      horse_number: leaf.horseNumber,
      stake: leaf.stake,
      salt: bet.salt,
      index,
      path: tree.pathOf(index),
      betsRoot: lock.root,
      count: leaves.length,
      pool: lock.pool,
      lock: await signatureOf(db, lock.paymentId),
      commit,
      payment: bet.signature,
    });
  };
}

async function prepareProofs(db: Db, row: RaceRow, lock: RaceLock): Promise<ProvableRace> {
  const grown = await growTree(lock.betIds, await readBets(db, lock.betIds));
  const anchor = await readCommitAnchor(db, row);
  const logged = await readLoggedCommit(db, row, anchor);
  const commit = anchor && logged && { ...anchor, ...logged, index: row.commitIndex };
  return { ...grown, lock, commit, places: new Map(grown.leaves.map(({ id }, index) => [id, index])) };
}
