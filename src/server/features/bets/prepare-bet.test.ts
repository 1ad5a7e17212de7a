import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { sol } from "../../../../tests/support/house.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { notaryMemos } from "../../foundation/db/schema/public-log.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { readAnchorOf } from "../../foundation/public-log/anchors.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { betHandlers } from "./handlers.ts";
import { prepareBet } from "./prepare-bet.ts";

const { house, raceId, playForNothing, prepare, prepared, confirm, pool } = await openBetting();

it("BET-1 BET-13 hands out one transaction that the player alone signs, that pays the exact stake and commits to the bet", async () => {
  const player = await house.newPlayer();
  const before = await house.testChain.chain.balance(house.address.deposit);
  const { betId, salt, commitment, root, wire } = await prepared(player, sol(0.123456789), 4);
  const signature = await house.testChain.signAndSend(wire, player);
  await house.testChain.advanceSlots(2);
  const landed = await house.chain.transaction(signature);
  expect(landed).toMatchObject({ error: null, fee: 5000n });
  expect(landed!.accounts[0]).toBe(player.address);
  expect(landed!.instructions).toHaveLength(2);
  expect(salt).toMatch(/^[0-9a-f]{64}$/);
  expect(commitment).toBe(createHash("sha256").update(`bet:${raceId()}:4:123456789:${salt}`).digest("hex"));
  const [race] = await house.db.select().from(races).where(eq(races.id, raceId()));
  const anchor = await readAnchorOf(house.db, { log: race!.log, index: race!.commitIndex });
  expect(root).toBe(Buffer.from(anchor!.root, "hex").toString("base64"));
  expect(Buffer.from(landed!.instructions[1]!.data).toString()).toBe(`furlong:bet ${commitment} ${root}`);
  expect((await house.testChain.chain.balance(house.address.deposit)) - before).toBe(123_456_789n);
  const [stored] = await house.db.select().from(bets).where(eq(bets.id, betId));
  expect(stored).toMatchObject({ status: "prepared", stake: 123_456_789n });
  expect(stored!.lastValidBlockHeight).toBeGreaterThan(100n);
  expect(await pool()).toBe(0n);
});

it("BET-13 names the root of the checkpoint that anchored the race first, of those that landed", async () => {
  const [race] = await house.db.select().from(races).where(eq(races.id, raceId()));
  const first = await readAnchorOf(house.db, { log: race!.log, index: race!.commitIndex });
  const { size, slot } = first!;
  await house.db.insert(notaryMemos).values([
    { ...first!, signature: "later", size: size + 5, root: "11".repeat(32), slot: slot! + 9n },
    { ...first!, signature: "failed", root: "22".repeat(32), outcome: "failed", slot: 0n },
  ]);
  const { root } = await prepared(await house.newPlayer());
  expect(root).toBe(Buffer.from(first!.root, "hex").toString("base64"));
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
    isBarredFromJackpots: false,
    horseId: 1,
    stake: sol(0.1),
  };
  expect(await prepareBet(house, elsewhere)).toMatchObject({ code: "RACE_NOT_FOUND" });
  await house.closeRace(raceId());
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
  const asAdmin = {
    raceId: raceId(),
    wallet: player.address,
    isAdmin: true,
    isBarredFromJackpots: false,
    horseId: 1,
    stake: sol(0.1),
  };
  expect(await prepareBet(house, asAdmin)).toMatchObject({ ok: true });
  await set("false");
});

it("JACKPOT-1 no admin bets in a race with a jackpot, except in local mode", async () => {
  const player = await house.newPlayer();
  const request = { walletAddress: player.address, horseId: 1, amount: sol(0.1) };
  await house.closeRace(raceId());
  let id = await house.openRace();
  const ask = (isAdmin: boolean, isLocal: boolean) =>
    betHandlers({ ...house, isLocal }).prepareBet(
      { params: { id }, query: {}, body: request },
      { wallet: player.address, isAdmin, isModerator: false, isSteppedUp: false },
      { country: null } as never,
    );
  expect(await ask(true, false)).toMatchObject({ ok: true });
  await house.closeRace(id);
  id = await house.openRace({ jackpot: sol(1) });
  expect(await ask(true, false)).toMatchObject({ code: "NO_JACKPOT_FOR_ADMINS" });
  expect(await ask(true, true)).toMatchObject({ ok: true });
  expect(await ask(false, false)).toMatchObject({ ok: true });
  await house.closeRace(id);
});

it("BET-10 in testing mode the bet is in at once, in play money that never meets real money", async () => {
  await playForNothing();
  const player = await house.newPlayer();
  const made = await prepare(player, sol(0.5));
  expect(made).toMatchObject({ ok: true, value: { payment: null } });
  expect(await house.balance(`play:pool:${raceId()}`)).toBe(sol(0.5));
  expect(await prepare(player)).toMatchObject({ code: "ALREADY_BET" });
  const betId = made.ok ? made.value.betId : "";
  expect(await confirm(player, { betId, signature: null })).toMatchObject({ ok: true });
  const rivals = await house.newPlayer();
  const both = await Promise.all([prepare(rivals), prepare(rivals)]);
  expect(both.filter((one) => one.ok)).toHaveLength(1);
  expect(await pool()).toBe(0n);
});
