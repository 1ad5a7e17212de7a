import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import {
  LOCK_WALLET,
  type RaceRoom,
  SOL,
  admin,
  openRaceRoom,
  walletOf,
} from "../../../../../tests/support/race-room.ts";
import { findCommit } from "../../../../auditor/check-commit.ts";
import { hashWallet } from "../../../../domain/bet-leaf.ts";
import { rootFromPath } from "../../../../domain/merkle-tree.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";
import { raceLocks } from "../../../foundation/db/schema/races.ts";
import { refundBet } from "../settle/refund-bet.ts";
import { sqlState } from "../../../foundation/db/transaction.ts";
import { betProofs } from "../read/locked-bets.ts";
import { verifyRace } from "../read/verify-race.ts";

const RESTRICT_VIOLATION = "23001";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

/**
 * The Merkle root over the bets' leaves, written from the text of docs/fairness.md without using any code of the game.
 */
function rootOf(
  rows: readonly { id: string; wallet: string; horseNumber: number; stake: bigint; salt: string }[],
) {
  let level = rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, wallet, horseNumber, stake, salt }) => {
      const walletHash = sha256(Buffer.from(`wallet:${wallet}:${salt}`)).toString("hex");
      return sha256(Buffer.of(0), Buffer.from(`${id}:${walletHash}:${horseNumber}:${stake}`));
    });
  if (level.length === 0) return sha256().toString("hex");
  while (level.length > 1) {
    level = level.flatMap((left, at) => {
      const right = level[at + 1];
      return at % 2 === 1 ? [] : [right === undefined ? left : sha256(Buffer.of(1), left, right)];
    });
  }
  return level[0]!.toString("hex");
}

const lockOf = async (raceId: string) =>
  (await room.db.select().from(raceLocks).where(eq(raceLocks.raceId, raceId)))[0];
const betsIn = (raceId: string) => room.db.select().from(bets).where(eq(bets.raceId, raceId));

async function closedRace(players: readonly string[]) {
  const { id } = await room.openRace();
  for (const [index, name] of players.entries()) {
    await room.bet(id, name, { horse: (index % 6) + 1, stake: BigInt(index + 1) * SOL });
  }
  await room.round();
  await room.clock.advance(30_000);
  await room.round();
  return id;
}

it("FAIR-16 the close stores the root over all bets and queues a memo with it, in the transaction that locks the race", async () => {
  const id = await closedRace(["alice", "bob", "carol"]);
  const root = rootOf(await betsIn(id));
  expect(await lockOf(id)).toMatchObject({
    root,
    pool: 6n * SOL,
    betIds: [`bet-${id}-alice`, `bet-${id}-bob`, `bet-${id}-carol`],
    paymentId: `lock-${id}`,
  });
  const [payment] = await room.db
    .select()
    .from(payments)
    .where(eq(payments.id, `lock-${id}`));
  expect(payment).toMatchObject({
    kind: "anchor",
    status: "sent",
    memo: `furlong:1:lock race=${id} pool=6000000000 bets=3 root=${root}`,
  });
});

const refund = (betId: string) => refundBet(room.ports(), { betId, reason: "asked for", ...admin });

it("FAIR-16 what is locked is what is live: a bet refunded before the close is no leaf, and the list never changes", async () => {
  const { id } = await room.openRace();
  for (const name of ["alice", "bob", "carol"]) await room.bet(id, name, { horse: 1, stake: SOL });
  await room.round();
  expect(await refund(`bet-${id}-bob`)).toMatchObject({ ok: true });
  await room.clock.advance(30_000);
  await room.round();
  expect(await lockOf(id)).toMatchObject({ betIds: [`bet-${id}-alice`, `bet-${id}-carol`], pool: 2n * SOL });
  const refused = async (change: Promise<unknown>) => change.then(() => null, sqlState);
  expect(await refused(room.db.execute(sql`update race_locks set root = ''`))).toBe(RESTRICT_VIOLATION);
  expect(await refused(room.db.execute(sql`delete from race_locks`))).toBe(RESTRICT_VIOLATION);
  expect(await refund(`bet-${id}-alice`)).toMatchObject({ code: "BET_LOCKED" });
});

it("FAIR-15 the race waits for where its memo lands, and its beacon is the first block from four slots on", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  await room.bet(id, "bob", { horse: 2, stake: SOL });
  await room.round();
  const statuses: ("lost" | "failed" | bigint)[] = ["lost", "failed", 1_000n];
  let at = 0;
  const slots = room.ports().chain;
  room.restart({
    chain: {
      ...slots,
      signatureStatuses: async () => {
        const status = statuses[at]!;
        if (status === "lost") return [null];
        return [
          {
            slot: typeof status === "bigint" ? status : 7n,
            error: status === "failed" ? "it failed" : null,
          },
        ];
      },
      firstBlockFrom: async (from) => ({ slot: from + 1n, blockhash: "BeaconBLockhash" }),
    },
  });
  await room.round();
  await room.clock.advance(30_000);
  for (; at < 2; at += 1) {
    await room.round();
    expect(await room.race(id)).toMatchObject({ status: "active", beaconSlot: null });
  }
  await room.round();
  expect(await room.race(id)).toMatchObject({ beaconSlot: 1_004n, beaconBlockSlot: 1_005n });
  expect((await room.race(id)).startsAt).not.toBeNull();
});

it("FAIR-11 FAIR-15 a memo that does not land in 30 s refunds the race", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  await room.bet(id, "bob", { horse: 2, stake: SOL });
  await room.round();
  room.restart({ chain: { ...room.ports().chain, signatureStatuses: async () => [null] } });
  const over = await room.runToEnd(id);
  expect(over).toMatchObject({ status: "refunded", beaconSlot: null });
  expect(over.refundedAt!.getTime()).toBe(over.lockedAt!.getTime() + 30_000);
});

it("FAIR-16 a player has the proof of the own bet while the race is run, and nobody another's", async () => {
  const proofOf = betProofs(room.db);
  const { id: early } = await room.openRace();
  expect(await proofOf(early, walletOf("alice"))).toEqual({ ok: true, value: null });
  expect(await proofOf("race-99", walletOf("alice"))).toMatchObject({ code: "RACE_NOT_FOUND" });
  const id = await closedRace(["alice", "bob", "carol", "dave", "erin"]);
  expect((await room.race(id)).serverSeed).toBeNull();
  for (const name of ["alice", "bob", "carol", "dave", "erin"]) {
    const proof = await proofOf(id, walletOf(name));
    if (!proof.ok || proof.value === null) throw new Error(`${name} has no proof`);
    const { bet_id, horse_number, stake, salt, index, path, betsRoot, count, commit } = proof.value;
    expect(commit && findCommit(commit, id).entry?.lock_wallet).toBe(LOCK_WALLET);
    expect(bet_id).toBe(`bet-${id}-${name}`);
    const leaf = createHash("sha256")
      .update(`\0${bet_id}:${hashWallet(walletOf(name), salt)}:${horse_number}:${stake}`)
      .digest("hex");
    expect(rootFromPath(leaf, { index, count, path })).toBe(betsRoot);
  }
  expect(await proofOf(id, walletOf("mallory"))).toEqual({ ok: true, value: null });
});

it("FAIR-16 FAIR-17 verifying gives every leaf with its path, of a hidden player without the salt", async () => {
  const wallet = await room.player("alice");
  await room.db.execute(
    sql`update users set is_streamer = true, streamer_privacy_enabled = true where wallet = ${wallet}`,
  );
  const id = await closedRace(["alice", "bob", "carol"]);
  await room.runToEnd(id);
  const verified = await verifyRace(room.db, id);
  if (!verified.ok) throw new Error(verified.code);
  const { betsRoot, lockedBets, settlement, anchors } = verified.value;
  expect(anchors.lock).not.toBeNull();
  const rows = await betsIn(id);
  expect(betsRoot).toBe(rootOf(rows));
  for (const [index, { id: betId, wallet_hash, horse_number, stake, path }] of lockedBets!.bets.entries()) {
    const leaf = createHash("sha256")
      .update(`\0${betId}:${wallet_hash}:${horse_number}:${stake}`)
      .digest("hex");
    expect(rootFromPath(leaf, { index, count: 3, path })).toBe(betsRoot);
    const settled = settlement!.bets.find((bet) => bet.id === betId)!;
    const isAlice = betId.endsWith("alice");
    expect(settled.user_wallet === null).toBe(isAlice);
    const opened = isAlice ? settled.salt : hashWallet(settled.user_wallet!, settled.salt!);
    expect(opened).toBe(isAlice ? null : wallet_hash);
  }
});

it("BET-10 a race of play money is run as before: no lock, a slot that is announced", async () => {
  await room.setting("testing_mode_enabled", "true");
  await room.setting("network", "devnet");
  const id = await closedRace(["alice", "bob"]);
  const race = await room.race(id);
  expect(race).toMatchObject({ ledger: "play", status: "active" });
  expect(race.beaconSlot).not.toBeNull();
  expect(await lockOf(id)).toBeUndefined();
  expect((await room.db.select().from(payments)).map(({ id: paymentId }) => paymentId)).not.toContain(
    `lock-${id}`,
  );
});
