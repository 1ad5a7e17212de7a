import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  priorityInstructions,
  memoInstruction,
  transferInstruction,
} from "../../../../tests/support/chain.ts";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { lamports } from "../../../domain/lamports.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { type RememberedNews, rememberedNews } from "../../foundation/chain/remembered-news.ts";
import { asHouse, currentCaller } from "../../foundation/chain/caller.ts";
import { bets, depositCursors } from "../../foundation/db/schema/bets.ts";
import { betMemo } from "../../../domain/memo.ts";
import { type Chain, ChainUnavailable } from "../../foundation/ports.ts";
import { depositRounds } from "./deposit-rounds.ts";
import { prepareDeposit } from "./prepare-deposit.ts";
import { prepareBet } from "./prepare-bet.ts";
import { depositReader } from "./watch-deposits.ts";

let house: TestHouse;
let memory: RememberedNews;
let duster: KeyPairSigner;
let depositAddress = "";
/** A wallet whose history the node does not list. */
let unlisted = "";
let raceId = "";
/** Transactions read and pages listed since the last look. */
let calls = { reads: 0, inComfort: 0, pages: 0 };
const counting = (chain: Chain): Chain => ({
  ...chain,
  transaction(signature) {
    calls.reads += 1;
    if (currentCaller().kind === "comfort") calls.inComfort += 1;
    return chain.transaction(signature);
  },
  async signaturesFor(address, options) {
    if (address === unlisted) throw new ChainUnavailable("not this one");
    if (address === depositAddress) calls.pages += 1;
    return chain.signaturesFor(address, options);
  },
});

function takeCalls() {
  const taken = calls;
  calls = { reads: 0, inComfort: 0, pages: 0 };
  return taken;
}

beforeEach(async () => {
  calls = { reads: 0, inComfort: 0, pages: 0 };
  house = await openTestHouse({ wrap: counting });
  depositAddress = house.address.deposit;
  raceId = "";
  memory = rememberedNews();
  duster = await house.newPlayer(sol(100));
});
afterEach(async () => {
  await house.checkBooks();
  await house.close();
});

let sent = 0;
/** Transactions that mention the deposit wallet, pay nothing, and cost their sender a fee. */
async function dust(count: number, { memo }: { readonly memo?: string } = {}): Promise<readonly string[]> {
  const signatures: string[] = [];
  for (let i = 0; i < count; i += 1) {
    sent += 1;
    const instructions = [
      // So that no two are the same transaction.
      ...priorityInstructions(100_000 + sent, 1n),
      transferInstruction(duster, house.address.deposit, 0n),
      ...(memo === undefined ? [] : [memoInstruction(memo)]),
    ];
    signatures.push(await house.testChain.sendInstructions(duster, instructions));
  }
  return signatures;
}

async function preparedBet() {
  const player = await house.newPlayer();
  if (raceId !== "") await house.closeRace(raceId);
  raceId = await house.openRace();
  return prepareFor(player, sol(0.1));
}

async function prepareFor(player: KeyPairSigner, stake: bigint) {
  const made = await prepareBet(house, {
    raceId,
    wallet: player.address,
    isAdmin: false,
    horseId: 1,
    isBarredFromJackpots: false,
    stake: lamports(stake),
  });
  if (!made.ok || !made.value.payment) throw new Error("not prepared");
  const { betId, payment } = made.value;
  const terms = await house.depositProcessor.knownBets.find(betId);
  if (!terms) throw new Error("not stored");
  const { memo } = terms;
  if (memo === null) throw new Error("not stored");
  return {
    betId,
    text: memo,
    memo: `[${memo.length}] ${memo}`,
    pay: () => house.testChain.signAndSend(payment.wire, player),
  };
}

/** Tells of the transactions as the node does, if it does. */
function report(signatures: readonly string[], memo: string, isLive: boolean) {
  if (isLive) for (const signature of signatures) memory.notifyTransaction(signature, { memo });
}

const statusOf = async (betId: string) => {
  const [bet] = await house.db.select().from(bets).where(eq(bets.id, betId));
  return { isConfirmed: bet?.status === "confirmed" };
};

/** The rounds of both jobs, with the node's news or by the clock. */
function openRounds({
  isLive,
  ...limits
}: {
  readonly isLive: boolean;
  readonly maxWaiting?: number;
  readonly pageSize?: number;
}) {
  const ports = { ...house, ...limits, isLocal: false, news: { ...memory, isLive: () => isLive } };
  const reader = depositReader(ports);
  const { watch, readUnexpected } = depositRounds({ ...ports, reader });
  // As the leader's jobs are run.
  return { reader, watch: () => asHouse(watch), readUnexpected: () => asHouse(readUnexpected) };
}

/** When a bet is counted, in slots, while `dustASlot` transactions arrive in each. */
async function raceThrough({ isLive, dustASlot }: { isLive: boolean; dustASlot: number }) {
  const { watch, readUnexpected } = openRounds({ isLive });
  await watch();
  const bet = await preparedBet();
  let mostReads = 0;
  let reads = 0;
  for (let slot = 1; slot < 200; slot += 1) {
    const payment = slot === 20 ? await bet.pay() : null;
    const signatures = [...(await dust(dustASlot)), ...(payment === null ? [] : [payment])];
    await house.testChain.advanceSlots(1);
    for (const signature of signatures) {
      const memo = signature === payment ? bet.memo : null;
      memory.notifyTransaction(signature, { memo });
    }
    takeCalls();
    await watch();
    const watched = takeCalls();
    mostReads = Math.max(mostReads, watched.reads);
    reads += watched.reads;
    if (slot % 10 === 0) await readUnexpected();
    expect(takeCalls().reads).toBeLessThanOrEqual(64);
    if ((await statusOf(bet.betId)).isConfirmed) return { confirmedAt: slot, mostReads, reads };
  }
  throw new Error("the bet was never counted");
}

it.each([{ isLive: true }, { isLive: false }])(
  "DUST-1 at 50 dust transactions a second a bet is counted as soon as without any (%o)",
  async ({ isLive }) => {
    const alone = await raceThrough({ isLive, dustASlot: 0 });
    const flooded = await raceThrough({ isLive, dustASlot: 20 });
    expect(flooded).toEqual(alone);
    expect(alone).toMatchObject({ mostReads: 1, reads: 1 });
  },
  120_000,
);

it("DUST-2 BET-7 honest payments without a memo amid 2,000 dust transactions are all credited, once, also over restarts", async () => {
  const payers: KeyPairSigner[] = [];
  let rounds = openRounds({ isLive: false, maxWaiting: 300, pageSize: 100 });
  await rounds.watch();
  for (let part = 0; part < 20; part += 1) {
    const payer = await house.newPlayer();
    payers.push(payer);
    await dust(50);
    await house.testChain.sendTransfer(payer, depositAddress, sol(0.02));
    await dust(50);
    await house.testChain.advanceSlots(1);
    await rounds.watch();
  }
  await house.testChain.advanceSlots();
  const balances = () => Promise.all(payers.map(({ address }) => house.balance(userAccount(address))));
  const credited = async () => (await balances()).filter((balance) => balance > 0n).length;
  takeCalls();
  let reads = 0;
  let round = 0;
  const seen: number[] = [];
  for (; round < 80 && (round === 0 || rounds.reader.backlog().signatures > 0); round += 1) {
    // Another process takes over, which knows only what is stored.
    if (round === 8 || round === 17) rounds = openRounds({ isLive: false, maxWaiting: 300, pageSize: 100 });
    await house.clock.advance(4_000);
    await rounds.watch();
    await rounds.readUnexpected();
    const taken = takeCalls();
    expect(taken.reads).toBeLessThanOrEqual(64);
    expect(taken.inComfort).toBe(taken.reads);
    expect(taken.pages).toBeLessThanOrEqual(10);
    reads += taken.reads;
    seen.push(await credited());
  }
  expect(await balances()).toEqual(payers.map(() => sol(0.02)));
  // Oldest first: some come each round, and a restart repeats at most one round.
  expect(seen[10]).toBeGreaterThan(3);
  expect(seen[10]).toBeLessThan(15);
  expect(reads).toBeGreaterThanOrEqual(2_020);
  expect(reads).toBeLessThanOrEqual(2_020 + 2 * 64 + 20);
  expect(rounds.reader.backlog()).toEqual({ signatures: 0, oldestSlots: 0 });
  const [row] = await house.db
    .select()
    .from(depositCursors)
    .where(eq(depositCursors.address, depositAddress));
  const [newest] = await house.testChain.chain.signaturesFor(depositAddress, {
    limit: 1,
  });
  expect(row?.lastSignature).toBe(newest?.signature);
  await house.checkSolvency();
}, 180_000);

it("DUST-2 BET-7 a wallet whose history cannot be listed holds up no other", async () => {
  const { reader, readUnexpected } = openRounds({ isLive: false });
  await reader.list();
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, depositAddress, sol(0.02));
  await house.testChain.advanceSlots();
  unlisted = house.address.hot;
  await expect(reader.list()).rejects.toThrow(ChainUnavailable);
  await readUnexpected();
  expect(await house.balance(userAccount(player.address))).toBe(sol(0.02));
  unlisted = "";
  expect(await reader.round()).toEqual({ completeUpTo: await house.chain.slot() });
});

it("DUST-2 failed transactions are never read, and the cursor moves over them", async () => {
  const { watch, readUnexpected } = openRounds({ isLive: true });
  await watch();
  const poor = await house.newPlayer(sol(0.1));
  const signatures: string[] = [];
  for (let i = 0; i < 20; i += 1) {
    signatures.push(
      await house.testChain.sendTransfer(poor, depositAddress, sol(5), `more than it has ${i}`),
    );
    memory.notifyTransaction(signatures[i]!, { hasFailed: true });
  }
  await house.testChain.advanceSlots();
  takeCalls();
  for (const ms of [0, 31_000]) {
    await house.clock.advance(ms);
    await watch();
    await readUnexpected();
  }
  expect(takeCalls().reads).toBe(0);
  const [row] = await house.db
    .select()
    .from(depositCursors)
    .where(eq(depositCursors.address, depositAddress));
  expect(row?.lastSignature).toBe(signatures.at(-1));
});

it("DUST-2 dust with the memo of somebody's prepared bet is read three times, and then like any other", async () => {
  const { watch, readUnexpected } = openRounds({ isLive: false });
  await watch();
  const { text, betId, pay } = await preparedBet();
  await dust(30, { memo: text });
  await house.testChain.advanceSlots();
  takeCalls();
  await house.clock.advance(3_000);
  await watch();
  expect(takeCalls()).toMatchObject({ reads: 3, inComfort: 0 });
  await readUnexpected();
  expect(takeCalls()).toMatchObject({ reads: 27, inComfort: 27 });
  // The payment itself is counted all the same.
  await pay();
  await house.testChain.advanceSlots(2);
  await house.clock.advance(4_000);
  await watch();
  await readUnexpected();
  expect(await statusOf(betId)).toMatchObject({ isConfirmed: true });
});

it("DUST-2 BET-22 a deposit that this server prepared is counted before dust that claims to be one", async () => {
  const { watch, readUnexpected } = openRounds({ isLive: false });
  await watch();
  const player = await house.newPlayer();
  await dust(100, { memo: "furlong:1:deposit d-invented" });
  const prepared = await prepareDeposit(house, { wallet: player.address, amount: sol(0.2) });
  if (!prepared.ok) throw new Error(prepared.code);
  await house.testChain.signAndSend(prepared.value.wire, player);
  await house.testChain.advanceSlots(2);
  await house.clock.advance(3_000);
  takeCalls();
  await watch();
  expect(takeCalls().reads).toBe(1);
  expect(await house.balance(userAccount(player.address))).toBe(sol(0.2));
  await readUnexpected();
  expect(takeCalls()).toMatchObject({ reads: 64, inComfort: 64 });
});

it.each([{ isLive: true }, { isLive: false }])(
  "DUST-1 DUST-2 of forty bets that one wallet prepared only the newest is expected, and delays nobody's (%o)",
  async ({ isLive }) => {
    const { watch } = openRounds({ isLive });
    await watch();
    const honest = await preparedBet();
    const attacker = await house.newPlayer();
    const memos: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      await house.clock.advance(1);
      memos.push((await prepareFor(attacker, count % 2 === 0 ? sol(0.1) : sol(0.2))).text);
    }
    for (const [place, memo] of memos.entries()) {
      report(await dust(3, { memo }), memo, isLive);
      if (place === 20) report([await honest.pay()], honest.memo, isLive);
    }
    await house.testChain.advanceSlots(2);
    await house.clock.advance(31_000);
    takeCalls();
    await watch();
    const { reads, inComfort } = takeCalls();
    expect(reads - inComfort).toBeLessThanOrEqual(4);
    expect(await statusOf(honest.betId)).toMatchObject({ isConfirmed: true });
  },
);

it.each([{ isLive: true }, { isLive: false }])(
  "DUST-1 a round reads 64 expected transactions at most, and the next one the rest (%o)",
  async ({ isLive }) => {
    const { watch } = openRounds({ isLive });
    await watch();
    const honest = await preparedBet();
    report([await honest.pay()], honest.memo, isLive);
    for (let count = 0; count < 30; count += 1) {
      const { text: memo } = await prepareFor(await house.newPlayer(), sol(0.1));
      report(await dust(3, { memo }), memo, isLive);
    }
    const perRound: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await house.testChain.advanceSlots(32);
      await house.clock.advance(31_000);
      takeCalls();
      await watch();
      perRound.push(takeCalls().reads);
    }
    expect(perRound).toEqual([64, 27, 0]);
    expect(await statusOf(honest.betId)).toMatchObject({ isConfirmed: true });
  },
);

it("DUST-2 a payment without a memo is credited before dust that came after it, whatever the dust's memo", async () => {
  const { watch, readUnexpected } = openRounds({ isLive: false });
  await watch();
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, depositAddress, sol(0.2));
  for (let round = 0; round < 2; round += 1) {
    await dust(64, { memo: betMemo("0".repeat(64), `${"A".repeat(43)}=`) });
    await house.testChain.advanceSlots(2);
    await house.clock.advance(4_000);
    await watch();
    await readUnexpected();
  }
  expect(await house.balance(userAccount(player.address))).toBe(sol(0.2));
});
