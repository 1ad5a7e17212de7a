import { describe, expect, it } from "vitest";
import { betLeaf, byId, hashWallet } from "../../../../domain/bet-leaf.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { growMerkleTree } from "../../../../domain/merkle-tree.ts";
import { checkLockedBets } from "./check-locked-bets.ts";
import type { VerifiedRace } from "./check-race.ts";

type Settled = NonNullable<VerifiedRace["settlement"]>["bets"][number];

const settled = (place: number, isHidden = false): Settled => ({
  id: `b-${place}`,
  user_wallet: isHidden ? null : `Wallet${place}`,
  horse_number: (place % 6) + 1,
  horse_id: place,
  stake: lamports(BigInt(1_000 * (place + 1))),
  salt: isHidden ? null : String(place).repeat(64),
  payout: lamports(0n),
  fee: lamports(0n),
  result: "loss",
  refunded: lamports(0n),
  signature: null,
});

const bets = [0, 1, 2, 3, 4].map((place) => settled(place, place === 3));
const tree = async (list: readonly Settled[]) => {
  const leaves = list.toSorted(byId).map((bet) => ({
    id: bet.id,
    walletHash: hashWallet(`Wallet${bet.id.slice(2)}`, bet.id.slice(2).repeat(64)),
    horseNumber: bet.horse_number,
    stake: bet.stake,
  }));
  const { root, pathOf } = await growMerkleTree(leaves.map(betLeaf), () => Promise.resolve());
  return {
    betsRoot: root,
    lockedBets: {
      pool: lamports(leaves.reduce((sum, { stake }) => sum + stake, 0n)),
      bets: leaves.map(({ walletHash, horseNumber, ...bet }, index) => ({
        ...bet,
        wallet_hash: walletHash,
        horse_number: horseNumber,
        path: pathOf(index),
      })),
    },
  };
};

const locked = await tree(bets);
const settlement = (list: readonly Settled[]) => ({ bets: list }) as VerifiedRace["settlement"];
const race = {
  id: "race-7",
  settings: { houseEdgeBps: 500, ledger: "real" },
  beacon: { announcedSlot: 14n, slot: 14n, blockhash: "hash" },
  winning_horse: 1,
  ...locked,
  settlement: settlement(bets),
} as unknown as VerifiedRace;
const check = (changed: Partial<VerifiedRace> = {}) =>
  checkLockedBets({ ...race, ...changed }, new AbortController().signal);
const withBet = (place: number, changed: object) => ({
  lockedBets: {
    ...locked.lockedBets,
    bets: locked.lockedBets.bets.map((bet, at) => (at === place ? { ...bet, ...changed } : bet)),
  },
});
const withSettled = (place: number, changed: Partial<Settled>) => ({
  settlement: settlement(bets.map((bet, at) => (at === place ? { ...bet, ...changed } : bet))),
});

describe("the check of the locked bets", () => {
  it("FAIR-16 FAIR-17 passes what was settled as it was locked, a hidden player's bet too", async () => {
    expect(await check()).toEqual({ state: "checked" });
    expect(await check({ settlement: null })).toEqual({ state: "checked" });
  });

  it("FAIR-16 finds nothing to compare in races that have no lock, and the lack of one that was promised", async () => {
    const none = { betsRoot: null, lockedBets: null };
    const play = { ...none, settings: { houseEdgeBps: 500, ledger: "play" } };
    expect(await check(play)).toEqual({ state: "absent" });
    expect(await check({ ...none, beacon: null, winning_horse: null })).toEqual({ state: "absent" });
    expect(await check(none)).toMatchObject({ state: "differs" });
  });

  it("FAIR-16 a bet that was locked and is not settled is found", async () => {
    const without = settlement(bets.slice(1));
    expect(await check({ settlement: without })).toMatchObject({ state: "differs", said: "b-0: –" });
  });

  it.each<[string, () => Partial<VerifiedRace> | Promise<Partial<VerifiedRace>>]>([
    ["another root", () => ({ betsRoot: "0".repeat(64) })],
    ["another pool", () => ({ lockedBets: { ...locked.lockedBets, pool: lamports(1n) } })],
    ["a leaf on another horse", () => withBet(1, { horse_number: 6 })],
    ["a leaf of another amount", () => withBet(1, { stake: lamports(1n) })],
    ["a leaf of another wallet", () => withBet(1, { wallet_hash: "0".repeat(64) })],
    ["a path that leads elsewhere", () => withBet(1, { path: locked.lockedBets.bets[0]!.path })],
    ["a path that is cut short", () => withBet(1, { path: "" })],
    [
      "a leaf that was left out",
      () => ({ lockedBets: { ...locked.lockedBets, bets: locked.lockedBets.bets.slice(1) } }),
    ],
    [
      "leaves in another order",
      () => ({ lockedBets: { ...locked.lockedBets, bets: locked.lockedBets.bets.toReversed() } }),
    ],
    ["a bet that was added after the lock", () => ({ settlement: settlement([...bets, settled(5)]) })],
    ["a bet settled on another horse", () => withSettled(2, { horse_number: 1 })],
    ["a bet settled with another stake", () => withSettled(2, { stake: lamports(1n) })],
    ["a bet of another player", () => withSettled(2, { user_wallet: "Wallet9" })],
    ["a salt that opens something else", () => withSettled(2, { salt: "f".repeat(64) })],
    ["a whole list that was made anew", async () => ({ lockedBets: (await tree(bets.slice(1))).lockedBets })],
  ])("FAIR-16 finds %s", async (_, change) => {
    expect(await check(await change())).toMatchObject({ state: "differs" });
  });
});
