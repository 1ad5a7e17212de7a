import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { memoInstruction } from "../../../../tests/support/chain.ts";
import { faultLine, faulty } from "../../../../tests/support/faults.ts";
import { sol } from "../../../../tests/support/house.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { runKeyed } from "../../foundation/db/keyed-transaction.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { withdraw } from "../payouts/withdraw.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { betHandlers } from "./handlers.ts";
import { confirmBet } from "./confirm-bet.ts";
import { prepareBet, type PreparePorts } from "./prepare-bet.ts";

const { house, raceId, prepared, confirm, pay, memoOf, userBalance, pool } = await openBetting();

interface Terms {
  readonly stake?: Lamports;
  readonly horseId?: number;
  readonly isAdmin?: boolean;
  readonly ports?: Partial<PreparePorts>;
}

const stakeBalance = (
  { address: wallet }: Pick<KeyPairSigner, "address">,
  { stake = sol(0.1), horseId = 3, isAdmin = false, ports = {} }: Terms = {},
) =>
  prepareBet(
    { ...house, ...ports },
    { raceId: raceId(), wallet, isAdmin, isBarredFromJackpots: false, horseId, stake, from: "balance" },
  );

/** A player whose balance came from a payment that was not a bet. */
async function playerWithBalance(amount: bigint) {
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, amount);
  await house.testChain.advanceSlots();
  await house.watch();
  return player;
}

const betsOf = (player: KeyPairSigner) => house.db.select().from(bets).where(eq(bets.wallet, player.address));

const balanceEvents = (player: KeyPairSigner) =>
  house.events.filter(
    ({ wallet, payload }) =>
      wallet === player.address &&
      (payload as { notification: { kind: string } }).notification.kind === "balance_changed",
  );

it("BET-14 BET-23 a stake from the balance is in at once, with nothing to sign; the page is told", async () => {
  const player = await playerWithBalance(sol(1));
  const toldBefore = balanceEvents(player).length;
  const placed = await stakeBalance(player);
  expect(placed).toMatchObject({ ok: true, value: { payment: null, ledger: "real", stake: sol(0.1) } });
  expect([await userBalance(player), await pool()]).toEqual([sol(0.9), sol(0.1)]);
  const [bet] = await betsOf(player);
  expect(bet).toMatchObject({ status: "confirmed", source: "balance", horseNumber: 3, message: null });
  expect(house.changedRaces.at(-1)).toBe(raceId());
  expect(balanceEvents(player)).toHaveLength(toldBefore + 1);
  // A client that always confirms changes nothing.
  expect(await confirm(player, { betId: bet!.id, signature: null })).toMatchObject({
    ok: true,
    value: { id: bet!.id },
  });
  expect(await pool()).toBe(sol(0.1));
});

it("BET-14 BET-4 RACE-11 the wallet's checks hold for a stake from the balance", async () => {
  const player = await playerWithBalance(sol(5));
  expect(await stakeBalance(player, { stake: sol(0.009) })).toMatchObject({ code: "BET_TOO_SMALL" });
  expect(await stakeBalance(player, { stake: sol(10.1) })).toMatchObject({ code: "BET_TOO_LARGE" });
  expect(await stakeBalance(player, { horseId: 7 })).toMatchObject({ code: "HORSE_NOT_IN_RACE" });
  const stranger = await house.testChain.newKeypair();
  expect(await stakeBalance(stranger)).toMatchObject({ code: "PROFILE_REQUIRED" });
  const maintenance = (value: string) =>
    house.db.transaction((tx) =>
      writeSetting(tx, { key: "site_maintenance_enabled", value, by: null, at: new Date() }),
    );
  await maintenance("true");
  expect(await stakeBalance(player)).toMatchObject({ code: "MAINTENANCE" });
  await maintenance("false");
  expect(await stakeBalance(player)).toMatchObject({ ok: true });
  expect(await stakeBalance(player)).toMatchObject({ code: "ALREADY_BET" });
  const banned = await playerWithBalance(sol(1));
  await house.ban(banned.address);
  expect(await stakeBalance(banned)).toMatchObject({ code: "BANNED" });
  await house.closeRace(raceId());
  expect(await stakeBalance(await playerWithBalance(sol(1)))).toMatchObject({ code: "BETTING_CLOSED" });
  expect(await pool()).toBe(sol(0.1));
});

it("BET-14 IDEM-2 a bet whose process died before it answered is answered by the next attempt, also once betting is closed", async () => {
  const player = await playerWithBalance(sol(1));
  const attempt = () => {
    const at = new Date(house.clock.now());
    return runKeyed({ wallet: player.address, call: "prepareBet", key: "lost", content: "", at }, () =>
      stakeBalance(player),
    );
  };
  const lost = await attempt();
  expect(lost).toMatchObject({ ok: true, value: { stake: sol(0.1), payment: null } });
  expect(await attempt()).toEqual(lost);
  await house.closeRace(raceId());
  expect(await attempt()).toEqual(lost);
  expect(await betsOf(player)).toHaveLength(1);
});

it("BET-14 INV-3 nobody stakes more than the balance, not even with many clicks at once", async () => {
  const player = await playerWithBalance(sol(0.15));
  expect(await stakeBalance(player, { stake: sol(0.16) })).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
  const clicks = await Promise.all(Array.from({ length: 20 }, () => stakeBalance(player)));
  expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
  const codes = new Set(clicks.flatMap((click) => (click.ok ? [] : [click.code])));
  expect([...codes].every((code) => code === "ALREADY_BET" || code === "INSUFFICIENT_BALANCE")).toBe(true);
  expect([await userBalance(player), await pool()]).toEqual([sol(0.05), sol(0.1)]);
});

it("BET-14 MONEY-8 a withdrawal and a bet at once never spend the same lamports", async () => {
  for (let round = 0; round < 5; round += 1) {
    const player = await playerWithBalance(sol(0.1));
    const taken = await Promise.all([
      stakeBalance(player),
      withdraw(house, { wallet: player.address, amount: sol(0.1), isAdmin: false }),
      stakeBalance(player),
    ]);
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await userBalance(player)).toBe(0n);
  }
});

it("BET-14 BET-8 a payment for a race that has a balance bet already is credited", async () => {
  const player = await playerWithBalance(sol(1));
  const byWallet = await prepared(player);
  expect(await stakeBalance(player)).toMatchObject({ ok: true });
  const signature = await house.testChain.signAndSend(byWallet.wire, player);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId: byWallet.betId, signature })).toMatchObject({ code: "BET_CREDITED" });
  expect([await userBalance(player), await pool()]).toEqual([sol(1), sol(0.1)]);
});

it("BET-14 BET-3 a payment that names a balance bet is credited and changes nothing of the bet", async () => {
  const player = await playerWithBalance(sol(1));
  const placed = await stakeBalance(player);
  const betId = placed.ok ? placed.value.betId : "";
  const signature = await pay(player, [sol(0.1)], await memoOf(betId));
  await house.watch();
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true, value: { id: betId } });
  expect([await userBalance(player), await pool()]).toEqual([sol(1), sol(0.1)]);
  expect((await betsOf(player))[0]).toMatchObject({ signature: null, status: "confirmed" });
  // Another player's payment with the same memo belongs to that player.
  const other = await house.newPlayer();
  await house.testChain.sendInstructions(other, [memoInstruction(await memoOf(betId))]);
  await house.watch();
  expect(await pool()).toBe(sol(0.1));
});

it("BET-14 another's balance bet cannot be confirmed by me", async () => {
  const player = await playerWithBalance(sol(1));
  const thief = await house.newPlayer();
  const placed = await stakeBalance(player);
  const betId = placed.ok ? placed.value.betId : "";
  const stolen = { raceId: raceId(), betId, wallet: thief.address, signature: null };
  expect(await confirmBet(house, stolen)).toMatchObject({ code: "BET_NOT_FOUND" });
});

it("BET-14 INV-9 a crash at any point leaves the bet with its stake moved, or neither", async () => {
  for (let breakAt = 1; ; breakAt += 1) {
    const player = await playerWithBalance(sol(0.3));
    const before = await pool();
    const line = faultLine(breakAt);
    const ports = { db: faulty(house.db, line), broadcast: line.ports(house.broadcast) };
    const answer = await stakeBalance(player, { ports }).catch(() => null);
    const isIn = (await betsOf(player)).length === 1;
    expect((await pool()) - before).toBe(isIn ? sol(0.1) : 0n);
    expect(await userBalance(player)).toBe(isIn ? sol(0.2) : sol(0.3));
    expect(answer?.ok === true && !isIn).toBe(false);
    // On a retry the player still has only one bet.
    await stakeBalance(player);
    expect(await betsOf(player)).toHaveLength(1);
    if (!line.isBroken) break;
    expect(breakAt).toBeLessThan(60);
  }
});

it("BALANCE-1 a session cookie alone bets 2 SOL from the balance in 24 hours, however many bets arrive at once", async () => {
  const player = await playerWithBalance(sol(9));
  const { address: wallet } = player;
  const ask = (stake: Lamports, balanceBetsUntil: Date | null) =>
    betHandlers({ ...house, isLocal: false }).prepareBet(
      {
        params: { id: raceId() },
        query: {},
        body: { walletAddress: wallet, horseId: 1, amount: stake, from: "balance" },
      },
      {
        wallet,
        isAdmin: false,
        isModerator: false,
        isSteppedUp: false,
        stepUp: { adminUntil: null, balanceBetsUntil },
      },
      { country: null } as never,
    );
  expect(await ask(sol(2.1), null)).toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect(await ask(sol(1.5), null)).toMatchObject({ ok: true });
  await house.closeRace(raceId());
  const next = await house.openRace();
  const inNext = (stake: Lamports, isSteppedUp: boolean) =>
    prepareBet(house, {
      raceId: next,
      wallet,
      isAdmin: false,
      isBarredFromJackpots: false,
      horseId: 1,
      stake,
      from: "balance",
      isSteppedUp,
    });
  const refused = await Promise.all([1, 2, 3, 4].map(() => inNext(sol(0.6), false)));
  expect(refused.every((one) => !one.ok && one.code === "STEP_UP_REQUIRED")).toBe(true);
  expect(await userBalance(player)).toBe(sol(7.5));
  expect(await inNext(sol(0.6), true)).toMatchObject({ ok: true });
  await house.closeRace(next);
  const last = await house.openRace();
  const inLast = { raceId: last, wallet, isAdmin: false, isBarredFromJackpots: false, horseId: 1 };
  expect(await prepareBet(house, { ...inLast, stake: sol(0.1), from: "balance" })).toMatchObject({
    code: "STEP_UP_REQUIRED",
  });
  // What the wallet pays is confirmed by its signature.
  expect(await prepareBet(house, { ...inLast, stake: sol(1) })).toMatchObject({ ok: true });
  await house.closeRace(last);
});
