import { expect, it } from "vitest";
import { betCommitment } from "../../../../domain/bet-commitment.ts";
import { betLeaf, hashWallet } from "../../../../domain/bet-leaf.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { betMemo, lockMemo } from "../../../../domain/memo.ts";
import { growMerkleTree, hashLeaf } from "../../../../domain/merkle-tree.ts";
import { commitOf } from "../../../../../tests/support/log-rows.ts";
import { FIRST, SECOND, ServedLogs } from "../../../../../tests/support/served-logs.ts";
import { checkpointLines } from "../../../../domain/log/checkpoint.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { type BetProof, checkOwnBet, checkProof, type KnownBet } from "./check-own-bet.ts";

const salt = "5a".repeat(32);
const stake = lamports(100_000_000n);
const known: KnownBet = {
  wallet: "Wallet1",
  bet: { id: "b-1", race_id: "race-7", horse_number: 3, bet_amount: stake },
};
const leaf = betLeaf({ id: "b-1", walletHash: hashWallet("Wallet1", salt), horseNumber: 3, stake });
const tree = await growMerkleTree([hashLeaf("b-0"), leaf, hashLeaf("b-2")], () => Promise.resolve());
const served = new ServedLogs();
const log = served.serve(FIRST, { size: 3, entries: [commitOf(7)] });
const checkpoint = checkpointLines({ origin: log.origin, size: 3, root: log.rootAt(3) });
const logs = served.siteOf(log, 3);
/** As the entry names it. */
const WALLET = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";
const proof: BetProof = {
  bet_id: "b-1",
  horse_number: 3,
  stake,
  salt,
  index: 1,
  path: tree.pathOf(1),
  betsRoot: tree.root,
  count: 3,
  pool: lamports(300_000_000n),
  lock: "lock",
  commit: {
    index: 1,
    notary: log.notary,
    checkpoint,
    signature: "commit",
    slot: 1n,
    ...(await log.showIn(3, 1)),
  },
  payment: "payment",
};
interface OnChain {
  readonly slot: number;
  readonly payer: string;
  readonly memo: string;
}
const payment = betMemo(
  betCommitment({ raceId: "race-7", horseNumber: 3, stake, salt }),
  checkpoint.split("\n")[2]!,
);
const lock = lockMemo({ raceId: "race-7", pool: proof.pool, count: 3, root: tree.root });
const landed = {
  commit: { slot: 1, payer: log.notary, memo: checkpoint },
  payment: { slot: 5, payer: "Wallet1", memo: payment },
  lock: { slot: 9, payer: WALLET, memo: lock },
} satisfies Readonly<Record<string, OnChain>>;

/** A node that has these transactions, with some of them changed, or gone. */
const nodeOf =
  (changed: Readonly<Partial<Record<keyof typeof landed, Partial<OnChain> | null>>> = {}): AskNode =>
  async (method, params) => {
    if (method === "getSignaturesForAddress")
      return [{ signature: "commit", slot: 1, err: null, memo: null }];
    const name = String(params[0]) as keyof typeof landed;
    if (changed[name] === null) return null;
    const { slot, payer, memo } = { ...landed[name], ...changed[name] };
    const instructions = [{ programId: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", parsed: memo }];
    return {
      slot,
      meta: { err: null },
      transaction: { message: { accountKeys: [{ pubkey: payer }], instructions } },
    };
  };

it("FAIR-16 BET-13 the own bet is found as it was placed, on the chain too", async () => {
  expect(checkProof(proof, known)).toEqual({ state: "checked" });
  expect(await checkOwnBet({ logs, ask: nodeOf() }, proof, known)).toEqual({ state: "checked" });
  // A bet from the balance has no payment to look at.
  expect(
    await checkOwnBet({ logs, ask: nodeOf({ payment: null }) }, { ...proof, payment: null }, known),
  ).toEqual({
    state: "checked",
  });
});

it.each<[string, Partial<BetProof>]>([
  ["a path of another bet", { path: tree.pathOf(0), index: 0 }],
  ["another root", { betsRoot: "0".repeat(64) }],
  ["another salt", { salt: "5b".repeat(32) }],
])("FAIR-16 a proof with %s does not hold", (_, changed) => {
  expect(checkProof({ ...proof, ...changed }, known)).toMatchObject({ state: "differs" });
});

it("FAIR-16 what the server says of horse and stake makes no difference: the leaf is made of what the player bet", () => {
  const onAnother = { ...known, bet: { ...known.bet, horse_number: 4 } };
  expect(checkProof({ ...proof, horse_number: 4 }, onAnother)).toMatchObject({ state: "differs" });
  expect(checkProof({ ...proof, horse_number: 6 }, known)).toEqual({ state: "checked" });
});

it("FAIR-16 BET-13 a memo on the chain that says something else differs, and a node that fails proves nothing", async () => {
  const otherLock = lockMemo({ raceId: "race-7", pool: proof.pool, count: 3, root: "0".repeat(64) });
  expect(await checkOwnBet({ logs, ask: nodeOf({ lock: { memo: otherLock } }) }, proof, known)).toMatchObject(
    {
      state: "differs",
    },
  );
  const [, commitment = "", root = ""] = payment.split(" ");
  for (const memo of [betMemo("0".repeat(64), root), betMemo(commitment, `${"A".repeat(43)}=`)])
    expect(await checkOwnBet({ logs, ask: nodeOf({ payment: { memo } }) }, proof, known)).toMatchObject({
      state: "differs",
    });
  const fail: AskNode = () => Promise.reject(new Error("no route"));
  expect(await checkOwnBet({ logs, ask: fail }, proof, known)).toEqual({ state: "unread", why: "no route" });
});

it.each<[string, Partial<BetProof>, string]>([
  ["of another race", {}, "race-8"],
  ["of another log", { commit: { ...proof.commit!, notary: WALLET } }, "race-7"],
  ["that is another entry", { commit: { ...proof.commit!, index: 2 } }, "race-7"],
])("FAIR-12 FAIR-16 a commitment %s does not hold", async (_, changed, race_id) => {
  const bet = { ...known, bet: { ...known.bet, race_id } };
  const ofRace = { ...proof, payment: null, ...changed };
  const memo = lockMemo({ raceId: race_id, pool: proof.pool, count: 3, root: tree.root });
  expect(await checkOwnBet({ logs, ask: nodeOf({ lock: { memo } }) }, ofRace, bet)).toMatchObject({
    state: "differs",
  });
});

it.each<[string, Parameters<typeof nodeOf>[0], Partial<BetProof>, string]>([
  ["that is not on the chain", { commit: null }, {}, "missing"],
  ["that another root anchored", { commit: { memo: checkpoint.replace("3", "2") } }, {}, "differs"],
  ["that somebody else anchored", { commit: { payer: WALLET } }, {}, "differs"],
  ["that landed in another slot", { commit: { slot: 2 } }, {}, "differs"],
  [
    "that landed after the payment",
    { commit: { slot: 6 } },
    { commit: { ...proof.commit!, slot: 6n } },
    "differs",
  ],
])("FAIR-12 FAIR-16 the own bet does not hold with a commitment %s", async (_, changed, claim, state) => {
  const found = await checkOwnBet({ logs, ask: nodeOf(changed) }, { ...proof, ...claim }, known);
  expect(found).toMatchObject({ state });
});

it("FAIR-12 the own bet does not hold with a commitment in a log that is not the house's", async () => {
  const other = new ServedLogs();
  const elsewhere = other.siteOf(other.serve(SECOND, { size: 3 }), 3);
  const found = await checkOwnBet({ logs: elsewhere, ask: nodeOf() }, proof, known);
  expect(found).toMatchObject({ state: "differs" });
});
