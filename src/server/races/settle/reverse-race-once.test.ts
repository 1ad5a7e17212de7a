import { expect, it } from "vitest";
import { SOL, admin } from "../../../../tests/support/race-room.ts";
import { STAKES, useSettledRaces, user, stepped } from "../../../../tests/support/settled-races.ts";
import { auditLog } from "../../db/schema/audit.ts";
import { refundBet } from "./refund-bet.ts";
import { refundRace } from "./refund-race.ts";

const races = useSettledRaces();
const { refund, withPlayers, settled } = races;
const [alice] = ["alice"].map(user) as [string];

it("MONEY-9 two admins at once, or one who presses twice, refund it once", async () => {
  await withPlayers();
  const id = await settled();
  const answers = await Promise.all([refund(id), refund(id), refund(id)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await refund(id)).toMatchObject({ code: "RACE_REFUNDED" });
  expect(await races.room.balances()).toMatchObject({ [alice]: STAKES.alice, equity: 100n * SOL });
  expect(await races.room.db.$count(auditLog)).toBe(1);
  expect(
    await refundBet(races.room.ports(), { betId: `bet-${id}-carol`, reason: null, ...stepped }),
  ).toMatchObject({
    code: "BET_REFUNDED",
  });
});

it("MONEY-9 ACCESS-8 it wants the wallet's confirmation, and is refused for a race that is not there", async () => {
  await withPlayers();
  const id = await settled();
  const before = await races.room.balances();
  expect(await refund(id, admin)).toMatchObject({ code: "STEP_UP_REQUIRED" });
  expect(await races.room.balances()).toEqual(before);
  expect(await refund("race-99")).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("MONEY-9 a process that dies in the middle has refunded nothing", async () => {
  await withPlayers();
  const id = await settled();
  const before = await races.room.balances();
  const ports = races.room.ports();
  const dying = {
    ...ports,
    entropy: {
      bytes: () => {
        throw new Error("killed");
      },
    },
  };
  await expect(refundRace(dying, { raceId: id, reason: null, ...stepped })).rejects.toThrow("killed");
  expect(await races.room.balances()).toEqual(before);
  expect(await races.room.race(id)).toMatchObject({ status: "completed" });
  expect(await refund(id)).toMatchObject({ ok: true });
});

it("MONEY-9 a race of very many players is refunded like a small one", async () => {
  const { id } = await races.room.openRace();
  const { winner } = await races.room.outcome(id);
  const names = Array.from({ length: 600 }, (_, place) => `player-${place}`);
  for (const [place, name] of names.entries()) {
    await races.room.bet(id, name, {
      horse: place % 2 === 0 ? winner : (winner % 6) + 1,
      stake: SOL + BigInt(place),
    });
  }
  await races.room.runToEnd(id);
  expect(await refund(id)).toMatchObject({ value: { refundedBets: 600 } });
  const after = await races.room.balances();
  for (const [place, name] of names.entries()) expect(after[user(name)]).toBe(SOL + BigInt(place));
  expect(after["equity"]).toBe(100n * SOL);
});
