import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { memoInstruction, priorityInstructions, transferInstruction } from "../../../test/chain.ts";
import { openTestHouse, sol, type TestHouse } from "../../../test/house.ts";
import { betMemo } from "../../domain/memo.ts";
import { bets, deposits } from "../db/schema/bets.ts";
import { notifications } from "../db/schema/players.ts";
import { writeSetting } from "../db/settings.ts";
import { confirmBet } from "./confirm-bet.ts";
import { prepareBet } from "./prepare-bet.ts";
import { submitBet } from "./submit-bet.ts";

let house: TestHouse;
let raceId: string;

beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  raceId = await house.openRace();
});
afterEach(async () => {
  await house.closeRace(raceId);
  await house.testChain.advanceSlots(2);
  await house.watch();
  await house.checkBooks();
  await house.checkSolvency();
});
afterAll(() => house.close());

const prepare = (player: KeyPairSigner, stake = sol(0.1), horseId = 3) =>
  prepareBet(house, { raceId, wallet: player.address, isAdmin: false, horseId, stake });

async function prepared(player: KeyPairSigner, stake = sol(0.1), horseId = 3) {
  const made = await prepare(player, stake, horseId);
  if (!made.ok || !made.value.payment) throw new Error("not prepared");
  return { betId: made.value.betId, wire: made.value.payment.wire };
}

/** A prepared bet whose payment is confirmed on the chain. */
async function paid(player: KeyPairSigner, stake = sol(0.1), horseId = 3) {
  const { betId, wire } = await prepared(player, stake, horseId);
  const signature = await house.testChain.signAndSend(wire, player);
  await house.testChain.advanceSlots(2);
  return { betId, signature };
}

/** A payment of the player's own making, confirmed on the chain. */
async function pay(player: KeyPairSigner, amounts: readonly bigint[], memo: string | null) {
  const signature = await house.testChain.sendInstructions(player, [
    ...amounts.map((amount) => transferInstruction(player, house.address.deposit, amount)),
    ...(memo === null ? [] : [memoInstruction(memo)]),
  ]);
  await house.testChain.advanceSlots(2);
  return signature;
}

const confirm = (
  player: Pick<KeyPairSigner, "address">,
  { betId, signature, horseId = null }: { betId: string; signature: string | null; horseId?: number | null },
) => confirmBet(house, { raceId, betId, wallet: player.address, signature, horseId });

/** Moves the clock while something waits for it. */
async function waitedOut<T>(pending: Promise<T>): Promise<T> {
  let isDone = false;
  void pending.finally(() => (isDone = true));
  while (!isDone) await house.testChain.advanceSlots(1);
  return pending;
}

const statusOf = async (betId: string) => {
  const [bet] = await house.db.select().from(bets).where(eq(bets.id, betId));
  return bet!.status;
};
const userBalance = (player: Pick<KeyPairSigner, "address">) => house.balance(`user:${player.address}`);
const pool = () => house.balance(`pool:${raceId}`);

describe("preparing a bet", () => {
  it("BET-1 hands out one transaction that the player alone signs and that pays the exact stake", async () => {
    const player = await house.newPlayer();
    const before = await house.testChain.chain.balance(house.address.deposit, "confirmed");
    const { betId, wire } = await prepared(player, sol(0.123456789));
    const signature = await house.testChain.signAndSend(wire, player);
    await house.testChain.advanceSlots(2);
    const landed = await house.chain.transaction(signature, "confirmed");
    expect(landed).toMatchObject({ error: null, fee: 5000n });
    expect(landed!.accounts[0]).toBe(player.address);
    expect(landed!.instructions).toHaveLength(2);
    expect(Buffer.from(landed!.instructions[1]!.data).toString()).toBe(betMemo(betId));
    expect((await house.testChain.chain.balance(house.address.deposit, "confirmed")) - before).toBe(
      123_456_789n,
    );
    const [stored] = await house.db.select().from(bets).where(eq(bets.id, betId));
    expect(stored).toMatchObject({ status: "prepared", stake: 123_456_789n });
    expect(stored!.lastValidBlockHeight).toBeGreaterThan(100n);
    expect(await pool()).toBe(0n);
  });

  it("BET-1 asked again for the same bet gives the same transaction while it is fresh", async () => {
    const player = await house.newPlayer();
    const first = await prepared(player);
    expect(await prepared(player)).toEqual(first);
    expect((await prepared(player, sol(0.2))).betId).not.toBe(first.betId);
    await house.testChain.advanceSlots(100);
    expect((await prepared(player)).betId).not.toBe(first.betId);
  });

  it("RACE-11 is refused for whoever and whatever may not bet", async () => {
    const player = await house.newPlayer();
    const stranger = await house.testChain.newKeypair();
    const banned = await house.newPlayer();
    await house.ban(banned.address);
    expect(await prepare(stranger)).toMatchObject({ code: "PROFILE_REQUIRED" });
    expect(await prepare(banned)).toMatchObject({ code: "BANNED" });
    expect(await prepare(player, sol(0.009))).toMatchObject({ code: "BET_TOO_SMALL", field: "amount" });
    expect(await prepare(player, sol(10.1))).toMatchObject({ code: "BET_TOO_LARGE" });
    expect(await prepare(player, sol(0.1), 7)).toMatchObject({ code: "HORSE_NOT_IN_RACE" });
    const elsewhere = {
      raceId: "r-none",
      wallet: player.address,
      isAdmin: false,
      horseId: 1,
      stake: sol(0.1),
    };
    expect(await prepareBet(house, elsewhere)).toMatchObject({ code: "RACE_NOT_FOUND" });
    await house.closeRace(raceId);
    expect(await prepare(player)).toMatchObject({ code: "BETTING_CLOSED" });
  });

  it("BET-11 maintenance stops players, not admins", async () => {
    const player = await house.newPlayer();
    const set = (value: string) =>
      house.db.transaction((tx) =>
        writeSetting(tx, { key: "site_maintenance_enabled", value, by: null, at: new Date() }),
      );
    await set("true");
    expect(await prepare(player)).toMatchObject({ code: "MAINTENANCE" });
    const asAdmin = { raceId, wallet: player.address, isAdmin: true, horseId: 1, stake: sol(0.1) };
    expect(await prepareBet(house, asAdmin)).toMatchObject({ ok: true });
    await set("false");
  });

  it("BET-10 in testing mode the bet is in at once, in play money that never meets real money", async () => {
    await house.closeRace(raceId);
    raceId = await house.openRace({ ledger: "play" });
    const player = await house.newPlayer();
    const made = await prepare(player, sol(0.5));
    expect(made).toMatchObject({ ok: true, value: { payment: null } });
    expect(await house.balance(`play:pool:${raceId}`)).toBe(sol(0.5));
    expect(await prepare(player)).toMatchObject({ code: "ALREADY_BET" });
    const betId = made.ok ? made.value.betId : "";
    expect(await confirm(player, { betId, signature: null })).toMatchObject({ ok: true });
    const rivals = await house.newPlayer();
    const both = await Promise.all([prepare(rivals), prepare(rivals)]);
    expect(both.filter((one) => one.ok)).toHaveLength(1);
    expect(await pool()).toBe(0n);
  });
});

describe("submitting a signed bet", () => {
  const submit = (player: KeyPairSigner, betId: string, signedTransaction: string) =>
    submitBet(house, { raceId, betId, wallet: player.address, signedTransaction });

  it("BET-2 broadcasts the prepared transaction, and the same payment with what wallets add", async () => {
    const player = await house.newPlayer();
    const { betId, wire } = await prepared(player);
    const signed = await house.testChain.signPrepared(wire, player);
    expect(await submit(player, betId, signed.base64)).toMatchObject({
      value: { signature: signed.signature },
    });

    const other = await house.newPlayer();
    const otherBet = await prepared(other);
    const withPriority = await house.testChain.sign(other, [
      ...priorityInstructions(50_000, 1_000n),
      transferInstruction(other, house.address.deposit, sol(0.1)),
      memoInstruction(betMemo(otherBet.betId)),
    ]);
    expect(await submit(other, otherBet.betId, withPriority.base64)).toMatchObject({ ok: true });
    await house.testChain.advanceSlots(2);
    expect(await confirm(player, { betId, ...signed })).toMatchObject({ ok: true });
    expect(await confirm(other, { betId: otherBet.betId, ...withPriority })).toMatchObject({ ok: true });
  });

  it("BET-2 refuses another transaction, another signer, and bytes that are none", async () => {
    const player = await house.newPlayer();
    const thief = await house.newPlayer();
    const { betId, wire } = await prepared(player);
    const cheaper = await house.testChain.sign(player, [
      transferInstruction(player, house.address.deposit, sol(0.05)),
      memoInstruction(betMemo(betId)),
    ]);
    expect(await submit(player, betId, cheaper.base64)).toMatchObject({ code: "TRANSACTION_NOT_YOURS" });
    const byThief = await house.testChain.sign(thief, [
      transferInstruction(thief, house.address.deposit, sol(0.1)),
      memoInstruction(betMemo(betId)),
    ]);
    expect(await submit(player, betId, byThief.base64)).toMatchObject({ code: "TRANSACTION_INVALID" });
    expect(await submit(player, betId, wire)).toMatchObject({ code: "TRANSACTION_INVALID" });
    expect(await submit(player, betId, "AAAA")).toMatchObject({ code: "TRANSACTION_INVALID" });
    const signed = await house.testChain.signPrepared(wire, player);
    const tampered = Buffer.from(signed.wire);
    tampered[5]! ^= 1;
    expect(await submit(player, betId, tampered.toString("base64"))).toMatchObject({
      code: "TRANSACTION_INVALID",
    });
    expect(await submit(thief, betId, signed.base64)).toMatchObject({ code: "BET_NOT_FOUND" });
  });
});

describe("confirming a bet", () => {
  it("BET-2 BET-5 reads the payment from the chain, and the same call again answers the same", async () => {
    const player = await house.newPlayer();
    const bet = await paid(player);
    const first = await confirm(player, bet);
    expect(first).toMatchObject({ ok: true, value: { id: bet.betId, stake: sol(0.1), horseNumber: 3 } });
    expect(await pool()).toBe(sol(0.1));
    expect(await confirm(player, bet)).toMatchObject({ ok: true, value: { id: bet.betId } });
    expect(await pool()).toBe(sol(0.1));
    expect(house.changedRaces.filter((id) => id === raceId)).toHaveLength(1);
  });

  it("BET-3 BET-4 a hundred confirmations at once make one bet", async () => {
    const player = await house.newPlayer();
    const bet = await paid(player);
    const answers = await Promise.all(Array.from({ length: 100 }, () => confirm(player, bet)));
    expect(answers.every((one) => one.ok)).toBe(true);
    expect(await pool()).toBe(sol(0.1));
    expect(await house.db.select().from(deposits).where(eq(deposits.signature, bet.signature))).toHaveLength(
      1,
    );
  });

  it("MONEY-3 many players' confirmations at once all count", async () => {
    const players = await Promise.all(Array.from({ length: 20 }, () => house.newPlayer()));
    const placed = [];
    for (const player of players) {
      const { betId, wire } = await prepared(player);
      placed.push({ player, betId, signature: await house.testChain.signAndSend(wire, player) });
    }
    await house.testChain.advanceSlots(2);
    const answers = await Promise.all(placed.map((one) => confirm(one.player, one)));
    expect(answers.every((one) => one.ok)).toBe(true);
    expect(await pool()).toBe(20n * sol(0.1));
  });

  it("BET-6 a horse sent with the confirmation changes nothing: the watcher still takes what was prepared", async () => {
    const player = await house.newPlayer();
    const bet = await paid(player, sol(0.1), 3);
    expect(await confirm(player, { ...bet, horseId: 4 })).toMatchObject({
      code: "INVALID_INPUT",
      field: "horseId",
    });
    expect(await statusOf(bet.betId)).toBe("prepared");
    await house.watch();
    const [stored] = await house.db.select().from(bets).where(eq(bets.id, bet.betId));
    expect(stored).toMatchObject({ status: "confirmed", horseNumber: 3, stake: sol(0.1) });
  });

  it("BET-2 instructions that wallets add make no difference", async () => {
    const player = await house.newPlayer();
    const { betId } = await prepared(player);
    const signature = await house.testChain.sendInstructions(player, [
      ...priorityInstructions(60_000, 5_000n),
      memoInstruction("a guard's own note"),
      transferInstruction(player, house.address.deposit, sol(0.1)),
      memoInstruction(betMemo(betId)),
    ]);
    await house.testChain.advanceSlots(2);
    expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
    expect(await pool()).toBe(sol(0.1));
  });

  it("BET-7 waits a few seconds for the chain, and what comes later is taken by the watcher", async () => {
    const player = await house.newPlayer();
    const { betId, wire } = await prepared(player);
    const signed = await house.testChain.signPrepared(wire, player);
    expect(await waitedOut(confirm(player, { betId, ...signed }))).toMatchObject({
      code: "PAYMENT_NOT_SEEN",
    });
    await house.chain.send(signed.wire);
    expect(await waitedOut(confirm(player, { betId, ...signed }))).toMatchObject({ ok: true });

    const silent = await house.newPlayer();
    const never = await paid(silent);
    await house.watch();
    expect(await statusOf(never.betId)).toBe("confirmed");
    expect(await confirm(silent, never)).toMatchObject({ ok: true });
    expect(await pool()).toBe(2n * sol(0.1));
  });

  it("BET-2 a failed transaction is no payment", async () => {
    const player = await house.newPlayer(sol(0.05));
    const { betId, wire } = await prepared(player);
    const signature = await house.testChain.signAndSend(wire, player);
    await house.testChain.advanceSlots(2);
    expect(await confirm(player, { betId, signature })).toMatchObject({ code: "PAYMENT_FAILED" });
    await house.watch();
    expect(await statusOf(betId)).toBe("prepared");
  });

  it("BET-3 somebody else's signature and one that was used buy nothing", async () => {
    const [victim, thief] = [await house.newPlayer(), await house.newPlayer()];
    const theirs = await paid(victim);
    const own = await prepared(thief);
    expect(await confirm(thief, { betId: own.betId, signature: theirs.signature })).toMatchObject({
      code: "PAYMENT_MISMATCH",
    });
    expect(await confirm(victim, theirs)).toMatchObject({ ok: true });
    expect(await confirm(thief, { betId: own.betId, signature: theirs.signature })).toMatchObject({
      code: "PAYMENT_MISMATCH",
    });
    expect(await confirm(thief, theirs)).toMatchObject({ code: "BET_NOT_FOUND" });
    const unrelated = await house.testChain.sendTransfer(victim, thief.address, sol(0.1));
    await house.testChain.advanceSlots(2);
    expect(await confirm(thief, { betId: own.betId, signature: unrelated })).toMatchObject({
      code: "PAYMENT_MISMATCH",
    });
    expect(await pool()).toBe(sol(0.1));
  });
});

describe("payments that cannot become a bet", () => {
  it("BET-8 too late: credited, with a notification, and the answer stays the same", async () => {
    const player = await house.newPlayer();
    const bet = await paid(player);
    await house.closeRace(raceId);
    expect(await confirm(player, bet)).toMatchObject({ code: "BET_CREDITED" });
    expect(await confirm(player, bet)).toMatchObject({ code: "BET_CREDITED" });
    expect(await statusOf(bet.betId)).toBe("credited");
    expect(await userBalance(player)).toBe(sol(0.1));
    expect(await pool()).toBe(0n);
    const told = await house.db.select().from(notifications).where(eq(notifications.wallet, player.address));
    expect(told).toMatchObject([{ type: "bet_credited" }]);
    expect(house.events.filter(({ wallet }) => wallet === player.address)).toMatchObject([
      { name: "user-notification", payload: { notification: { id: told[0]!.id } } },
    ]);
  });

  it("BET-4 a second bet: credited, even when both are confirmed at once", async () => {
    const player = await house.newPlayer();
    const first = await prepared(player, sol(0.1), 1);
    const second = await prepared(player, sol(0.2), 2);
    const one = { betId: first.betId, signature: await house.testChain.signAndSend(first.wire, player) };
    const two = { betId: second.betId, signature: await house.testChain.signAndSend(second.wire, player) };
    await house.testChain.advanceSlots(2);
    const answers = await Promise.all([confirm(player, one), confirm(player, two)]);
    expect(answers.map((answer) => answer.ok || answer.code)).toEqual([true, "BET_CREDITED"]);
    expect(await pool()).toBe(sol(0.1));
    expect(await userBalance(player)).toBe(sol(0.2));
  });

  it("BET-8 a wrong amount, to either side", async () => {
    const player = await house.newPlayer();
    const { betId } = await prepared(player);
    const less = await pay(player, [sol(0.1) - 1n], betMemo(betId));
    expect(await confirm(player, { betId, signature: less })).toMatchObject({ code: "BET_CREDITED" });
    await pay(player, [sol(0.1) + 1n], betMemo(betId));
    await house.watch();
    expect(await userBalance(player)).toBe(sol(0.2));
    // The bet itself can still be paid.
    const signature = await pay(player, [sol(0.1)], betMemo(betId));
    expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
    expect(await pool()).toBe(sol(0.1));
  });

  it("BET-2 two transfers in one transaction, even if one of them is exact", async () => {
    const player = await house.newPlayer();
    const { betId } = await prepared(player);
    const signature = await pay(player, [sol(0.1), sol(0.1)], betMemo(betId));
    expect(await confirm(player, { betId, signature })).toMatchObject({ code: "PAYMENT_MISMATCH" });
    await house.watch();
    expect(await userBalance(player)).toBe(sol(0.2));
    expect(await statusOf(betId)).toBe("prepared");
  });

  it("BET-8 no memo, an unknown bet's, another player's, or two of them", async () => {
    const [player, other] = [await house.newPlayer(), await house.newPlayer()];
    const own = await prepared(player);
    const theirs = await prepared(other);
    await pay(player, [sol(0.1)], null);
    await pay(player, [sol(0.1)], betMemo("b-unknown"));
    await pay(player, [sol(0.1)], betMemo(theirs.betId));
    await house.testChain.sendInstructions(player, [
      transferInstruction(player, house.address.deposit, sol(0.1)),
      memoInstruction(betMemo(own.betId)),
      memoInstruction(betMemo(theirs.betId)),
    ]);
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await userBalance(player)).toBe(4n * sol(0.1));
    expect([await statusOf(own.betId), await statusOf(theirs.betId)]).toEqual(["prepared", "prepared"]);
  });

  it("BET-8 a player who was banned meanwhile", async () => {
    const player = await house.newPlayer();
    const bet = await paid(player);
    await house.ban(player.address);
    expect(await confirm(player, bet)).toMatchObject({ code: "BET_CREDITED" });
    expect(await userBalance(player)).toBe(sol(0.1));
  });

  it("BET-3 the same bet paid twice counts once", async () => {
    const player = await house.newPlayer();
    const bet = await paid(player);
    expect(await confirm(player, bet)).toMatchObject({ ok: true });
    const again = await pay(player, [sol(0.1)], betMemo(bet.betId));
    expect(await confirm(player, { ...bet, signature: again })).toMatchObject({ code: "BET_CREDITED" });
    await house.watch();
    expect(await pool()).toBe(sol(0.1));
    expect(await userBalance(player)).toBe(sol(0.1));
  });

  it("INV-2 money to several house wallets in one transaction is all counted", async () => {
    const player = await house.newPlayer();
    await house.testChain.sendInstructions(player, [
      transferInstruction(player, house.address.deposit, sol(0.1)),
      transferInstruction(player, house.address.hot, sol(0.2)),
    ]);
    const equity = await house.balance("equity");
    await house.testChain.sendTransfer(player, house.address.treasury, sol(0.4));
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await userBalance(player)).toBe(sol(0.3));
    expect((await house.balance("equity")) - equity).toBe(sol(0.4));
  });
});
