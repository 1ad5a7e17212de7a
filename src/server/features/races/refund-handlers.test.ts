import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../tests/support/books.ts";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../tests/support/race-room.ts";
import { refundHandlers } from "./refund-handlers.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
  await room.player("alice");
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

const adminWallet = walletOf("admin");
const caller = { wallet: adminWallet, isAdmin: true, isModerator: true, isSteppedUp: true };
const about = { params: {}, query: {} };
const refundBet = (betId: string) =>
  refundHandlers(room.ports()).refundBet({ ...about, body: { adminWallet, betId } }, caller);
const refundRace = (raceId: string) =>
  refundHandlers(room.ports()).refundRace({ ...about, body: { adminWallet, raceId } }, caller);

it("MONEY-23 a refunded bet is answered as the panel lists it, its horse hidden shortly before the close (RACE-6)", async () => {
  const { id } = await room.openRace();
  const [first, second] = [
    await room.bet(id, "alice", { horse: 1, stake: SOL }),
    await room.bet(id, "bob", { horse: 2, stake: SOL }),
  ];
  expect(await refundBet(first)).toMatchObject({
    ok: true,
    value: {
      bet: {
        id: first,
        username: "alice",
        user_wallet: walletOf("alice"),
        horse_id: expect.any(Number),
        bet_amount: SOL,
        payout_amount: SOL,
        result: "refunded",
      },
    },
  });
  await room.bet(id, "carol", { horse: 3, stake: SOL });
  await room.round();
  const closesAt = (await room.race(id)).closesAt?.getTime() ?? 0;
  await room.clock.advance(closesAt - room.clock.now() - 1_000);
  expect(await refundBet(second)).toMatchObject({ value: { bet: { horse_id: null, horse_name: null } } });
});

it("MONEY-9 a refunded race is answered with what went back", async () => {
  const open = await room.openRace();
  await room.bet(open.id, "alice", { horse: 1, stake: SOL });
  expect(await refundRace(open.id)).toMatchObject({
    ok: true,
    value: { race: { id: open.id, status: "refunded" }, refundedBets: 1, refundedAmount: SOL },
  });
  const settled = await room.openRace();
  const { winner } = await room.outcome(settled.id);
  await room.bet(settled.id, "alice", { horse: winner, stake: SOL });
  await room.bet(settled.id, "bob", { horse: (winner % 6) + 1, stake: 2n * SOL });
  await room.runToEnd(settled.id);
  expect(await refundRace(settled.id)).toMatchObject({
    ok: true,
    value: {
      race: { status: "refunded", refund_reason: "Refunded by an admin", winningHorse: { number: winner } },
      refundedBets: 1,
      refundedAmount: 2n * SOL,
    },
  });
});
