import type { KeyPairSigner } from "@solana/kit";
import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { sol } from "../../../../tests/support/house.ts";
import { depositMemo } from "../../../domain/memo.ts";
import { readBreak, readLimitUse } from "../../foundation/books/own-limits.ts";
import { deposits } from "../../foundation/db/schema/bets.ts";
import { changeLimits, type LimitChanges } from "../own-limits/change-limits.ts";
import { takeBreak } from "../own-limits/take-break.ts";
import { withdraw } from "../payouts/withdraw.ts";
import { prepareBet } from "./prepare-bet.ts";
import { prepareDeposit } from "./prepare-deposit.ts";

const { house, raceId, prepare, prepared, paid, pay, confirm, playForNothing, userBalance, pool } =
  await openBetting();

const limit = ({ address }: KeyPairSigner, changes: LimitChanges) => changeLimits(house, address, changes);
const rest = ({ address }: KeyPairSigner, days = 1) => takeBreak(house, address, { days });
const stakeBalance = ({ address: wallet }: KeyPairSigner, stake = sol(0.1), inRace = raceId()) =>
  prepareBet(house, {
    raceId: inRace,
    wallet,
    isAdmin: false,
    isBarredFromJackpots: false,
    horseId: 3,
    stake,
    from: "balance",
  });

/** A player whose balance came from a payment that was not a bet. */
async function playerWithBalance(amount: bigint) {
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, amount);
  await house.testChain.advanceSlots();
  await house.watch();
  return player;
}

const reasonOf = async (signature: string) => {
  const [row] = await house.db.select().from(deposits).where(eq(deposits.signature, signature));
  return [row!.outcome, row!.reason];
};
const usedToday = async ({ address }: KeyPairSigner) =>
  (await readLimitUse(house.db, address, new Date(house.clock.now()))).map(({ used }) => used);

it("BET-16 a bet past a limit is not prepared, and the answer says which, what is left and until when", async () => {
  const player = await playerWithBalance(sol(5));
  await limit(player, { stakeDay: sol(0.5), lossWeek: sol(0.3) });
  expect(await prepare(player, sol(0.6))).toEqual({
    ok: false,
    code: "LOSS_LIMIT_REACHED",
    field: "amount",
    message: "Your own limit is 0.3 SOL lost in 7 days: 0.3 SOL are left",
  });
  await limit(player, { stakeDay: sol(0.25) });
  expect(await stakeBalance(player, sol(0.2))).toMatchObject({ ok: true });
  await house.closeRace(raceId());
  const next = await house.openRace();
  const refused = await stakeBalance(player, sol(0.1), next);
  expect(refused).toMatchObject({ code: "STAKE_LIMIT_REACHED" });
  expect(refused.ok ? "" : refused.message).toMatch(
    /^Your own limit is 0\.25 SOL staked in 24 hours: 0\.05 SOL are left until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  );
  expect(await stakeBalance(player, sol(0.05), next)).toMatchObject({ ok: true });
  expect(await usedToday(player)).toEqual([sol(0.25), sol(0.25), sol(0.25), sol(0.25)]);
  await house.closeRace(next);
});

it("BET-16 BET-8 a payment that is past a limit by then is credited, and its player told", async () => {
  const player = await house.newPlayer();
  const { betId, signature } = await paid(player, sol(0.4));
  await limit(player, { stakeDay: sol(0.3) });
  const answer = await confirm(player, { betId, signature });
  expect(answer).toMatchObject({ code: "BET_CREDITED" });
  expect(answer.ok ? "" : answer.message).toContain("past a limit of your own");
  expect(await reasonOf(signature)).toEqual(["credit", "OWN_LIMIT"]);
  expect([await userBalance(player), await pool()]).toEqual([sol(0.4), 0n]);
  const events = house.events.filter(({ wallet }) => wallet === player.address);
  expect(
    events.map(({ payload }) => (payload as { notification: { kind: string } }).notification.kind),
  ).toContain("payment_credited");
  // Within the limit again, another payment becomes a bet.
  const second = await paid(player, sol(0.3));
  expect(await confirm(player, second)).toMatchObject({ ok: true });
});

it("BET-16 during a break no bet and no deposit is taken, what arrives is credited, withdrawals go on", async () => {
  const player = await playerWithBalance(sol(1));
  const early = await paid(player, sol(0.2));
  const { wire } = await prepared(player, sol(0.1), 4);
  expect(await rest(player)).toMatchObject({ ok: true });
  const until = (await readBreak(house.db, player.address, new Date(house.clock.now())))!.until;
  const refusal = {
    ok: false,
    code: "ON_BREAK",
    message: `You are on a break until ${until.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  };
  expect(await prepare(player)).toEqual(refusal);
  expect(await stakeBalance(player)).toEqual(refusal);
  expect(await prepareDeposit(house, { wallet: player.address, amount: sol(1) })).toEqual(refusal);
  expect(await confirm(player, early)).toMatchObject({ code: "BET_CREDITED" });
  await house.testChain.signAndSend(wire, player);
  const deposit = await pay(player, [sol(0.5)], depositMemo("d-1"));
  await house.testChain.advanceSlots();
  await house.watch();
  expect(await reasonOf(deposit)).toEqual(["credit", "FOR_BALANCE"]);
  expect([await userBalance(player), await pool()]).toEqual([sol(1.8), 0n]);
  const withdrawn = await withdraw(house, { wallet: player.address, amount: sol(1.8), isAdmin: false });
  expect(withdrawn).toMatchObject({ ok: true });
  expect(await userBalance(player)).toBe(0n);
});

it("BET-16 limits concern real money, breaks play money too", async () => {
  await playForNothing();
  const player = await house.newPlayer();
  await limit(player, { stakeDay: sol(0.05), lossDay: sol(0.05) });
  expect(await prepare(player)).toMatchObject({ ok: true });
  expect(await usedToday(player)).toEqual([0n, 0n, 0n, 0n]);
  const resting = await house.newPlayer();
  await rest(resting);
  expect(await prepare(resting)).toMatchObject({ code: "ON_BREAK" });
});

it("BET-16 bets in several races at once never pass a limit together", async () => {
  // Normally a player has one bet per race and only one race is open: the lock has to hold without either.
  await house.db.execute(sql`drop index one_open_race`);
  const others = await Promise.all([house.openRace(), house.openRace(), house.openRace(), house.openRace()]);
  for (let round = 0; round < 4; round += 1) {
    const player = await playerWithBalance(sol(2));
    const payments = await Promise.all(
      others.slice(0, 2).map(async (inRace) => {
        const request = {
          raceId: inRace,
          wallet: player.address,
          isAdmin: false,
          isBarredFromJackpots: false,
          horseId: 1,
          stake: sol(0.1),
        };
        const made = await prepareBet(house, request);
        if (!made.ok || !made.value.payment) throw new Error("not prepared");
        return {
          ...made.value,
          inRace,
          signature: await house.testChain.signAndSend(made.value.payment.wire, player),
        };
      }),
    );
    await house.testChain.advanceSlots(2);
    await limit(player, { lossDay: sol(0.25), stakeWeek: sol(0.3) });
    const taken = await Promise.all([
      ...others.slice(2).map((inRace) => stakeBalance(player, sol(0.1), inRace)),
      house.watch(),
      stakeBalance(player, sol(0.1)),
      house.watch(),
    ]);
    expect(taken.length).toBe(5);
    expect((await usedToday(player))[0]).toBe(sol(0.2));
    const outcomes = await Promise.all(payments.map(({ signature }) => reasonOf(signature)));
    expect(outcomes.every(([outcome, reason]) => outcome === "bet" || reason === "OWN_LIMIT")).toBe(true);
  }
  for (const id of others) await house.closeRace(id);
});

it("BET-16 a limit that is lowered while bets come in holds from its answer on", async () => {
  for (let round = 0; round < 6; round += 1) {
    const player = await playerWithBalance(sol(1));
    const [placed] = await Promise.all([stakeBalance(player), limit(player, { lossDay: sol(0.01) })]);
    const first = placed.ok ? "in" : placed.code;
    expect(["in", "LOSS_LIMIT_REACHED"]).toContain(first);
    const next = first === "in" ? "ALREADY_BET" : first;
    expect(await stakeBalance(player)).toMatchObject({ code: next });
  }
});
