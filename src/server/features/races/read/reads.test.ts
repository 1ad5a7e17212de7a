import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../../tests/support/race-room.ts";
import { decodeReply } from "../../../../../tests/support/decode-reply.ts";
import { ok } from "../../../../domain/result.ts";
import { followsFrom } from "../../../../domain/seed-chain.ts";
import type { RaceRow } from "../race-rows.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";
import { users } from "../../../foundation/db/schema/players.ts";
import { paymentGauges } from "../../payouts/payment-gauges.ts";
import { raceHandlers } from "../handlers.ts";
import { readRaceDetails } from "./admin-races.ts";

let room: RaceRoom;
const past: RaceRow[] = [];
beforeAll(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
  await room.player("alice");
  await room.player("streamer");
  await room.db
    .update(users)
    .set({ isStreamer: true })
    .where(eq(users.wallet, walletOf("streamer")));
  for (let number = 0; number < 3; number++) {
    const { id } = await room.openRace();
    const { winner } = await room.outcome(id);
    await room.bet(id, "alice", { horse: winner, stake: SOL });
    await room.bet(id, "streamer", { horse: (winner % 6) + 1, stake: 2n * SOL });
    past.push(await room.runToEnd(id));
  }
});
afterAll(() => room.close());

const handlers = () => raceHandlers(room);
const caller = () => ({ wallet: walletOf("alice"), isAdmin: false, isModerator: false, isSteppedUp: false });
const nobody = { wallet: null, isAdmin: false, isModerator: false, isSteppedUp: false };
const of = (id: string) => ({ params: { id }, query: {}, body: {} });

it("past races are listed newest first, page by page", async () => {
  const list = (query: { limit?: number; cursor?: string }) =>
    handlers().listRaces({ params: {}, query, body: {} });
  const first = await list({ limit: 2 });
  expect(first).toMatchObject({ ok: true, value: { races: [{ id: past[2]!.id }, { id: past[1]!.id }] } });
  const cursor = first.ok ? first.value.nextCursor! : "";
  expect(await list({ limit: 2, cursor })).toMatchObject({
    value: {
      races: [{ id: past[0]!.id, betCount: 2, totalPool: 3n * SOL, status: "completed" }],
      nextCursor: null,
    },
  });
  expect(await list({ cursor: "nonsense" })).toMatchObject({
    ok: false,
    code: "INVALID_INPUT",
    field: "cursor",
  });
});

it("INV-4 verifying shows the books of a race to the lamport (FAIR-7, FAIR-17, FAIR-30, INV-10)", async () => {
  const { id, winningNumber } = past[0]!;
  const encoded = await handlers().verifyRace(of(id));
  const verified = encoded.ok ? ok(decodeReply("verifyRace", encoded.value)) : encoded;
  expect(verified).toMatchObject({
    value: {
      race: {
        winning_horse: winningNumber,
        settlement: {
          kind: "paid",
          pool: 3n * SOL,
          jackpot: 0n,
          fee: 150_000_000n,
          net: 2_850_000_000n,
          remainder: 0n,
          bets: [
            {
              user_wallet: walletOf("alice"),
              stake: SOL,
              payout: 2_850_000_000n,
              fee: 50_000_000n,
              result: "win",
            },
            {
              user_wallet: null,
              signature: null,
              stake: 2n * SOL,
              payout: 0n,
              fee: 100_000_000n,
              result: "loss",
            },
          ],
          payouts: [
            { user_wallet: walletOf("alice"), lamports: 2_850_000_000n, status: "pending", signature: null },
          ],
        },
      },
    },
  });
  const race = verified.ok ? verified.value.race : null;
  expect(followsFrom(race!.server_seed, race!.seed_chain.tip, race!.seed_chain.index)).toBe(true);
  expect(race!.seed_chain).toMatchObject({ length: expect.any(Number), anchor: expect.any(String) });
  expect(race!.settings).toMatchObject({ houseEdgeBps: 500 });
  expect(await handlers().verifyRace(of("race-99"))).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("RACE-9 a replay holds what the race was made of", async () => {
  const race = past[1]!;
  expect(await handlers().getReplay(of(race.id))).toMatchObject({
    value: { startsAt: race.startsAt, motionSeed: race.motionSeed, places: race.places, durationMs: 12_000 },
  });
  const open = await room.openRace();
  expect(await handlers().getReplay(of(open.id))).toMatchObject({ code: "RACE_NOT_STARTED" });
});

it("a player's own bets are listed newest first, page by page", async () => {
  const history = (query: { limit?: number; cursor?: string }) =>
    handlers().getRaceHistory({ params: { wallet: walletOf("alice") }, query, body: {} }, caller());
  const first = await history({ limit: 2 });
  expect(first).toMatchObject({
    value: {
      bets: [
        { race_id: past[2]!.id, result: "win", payout_amount: 2_850_000_000n },
        { race_id: past[1]!.id },
      ],
    },
  });
  const cursor = first.ok ? first.value.nextCursor! : "";
  expect(await history({ limit: 2, cursor })).toMatchObject({
    value: {
      bets: [{ race_id: past[0]!.id, selected_horse: past[0]!.winningNumber! - 1 }],
      nextCursor: null,
    },
  });
  expect(await history({ cursor: "1.-.x" })).toMatchObject({ code: "INVALID_INPUT" });
});

it("own bets are found by race, horse and result, with the payments of each", async () => {
  const history = async (query: object) => {
    const found = await handlers().getRaceHistory(
      { params: { wallet: walletOf("alice") }, query, body: {} },
      caller(),
    );
    return found.ok ? found.value.bets : [];
  };
  const all = await history({});
  expect(all).toHaveLength(3);
  const races = async (query: object) => (await history(query)).map(({ race_id }) => race_id);
  const [latest] = all;
  expect(await races({ search: `#${latest!.race_id.replace(/\D/g, "")}` })).toContain(latest!.race_id);
  expect(await races({ search: latest!.race_id.toUpperCase() })).toEqual([latest!.race_id]);
  const ofHorse = all.filter(({ horse_name }) => horse_name === latest!.horse_name);
  expect(await races({ search: ` ${latest!.horse_name.slice(2, 8).toUpperCase()} ` })).toEqual(
    ofHorse.map(({ race_id }) => race_id),
  );
  expect(await races({ result: "win" })).toEqual(
    all.filter(({ result }) => result === "win").map(({ race_id }) => race_id),
  );
  expect(await races({ result: "refunded" })).toEqual([]);
  // No patterns, no quoting: text is text.
  for (const search of ["%", "_", "'; drop table bets; --", "\\"])
    expect(await races({ search })).toEqual([]);
  expect(await races({ search: " " })).toHaveLength(3);
  for (const bet of all) expect(bet).toMatchObject({ payout_signature: null });
  expect(latest!.horse_color).toMatch(/^#/);
});

it("PRIVACY-2 the bets of a streamer who hides figures are nobody's, a race's sums everybody's", async () => {
  const { id } = past[0]!;
  expect(await handlers().getRace(of(id), nobody)).toMatchObject({
    value: {
      yourBet: null,
      race: {
        totalPool: 3n * SOL,
        bets: [
          { user_wallet: null, username: null, bet_amount: null, payout_amount: null },
          {
            username: "alice",
            horse_name: expect.any(String),
            bet_amount: SOL,
            payout_amount: 2_850_000_000n,
          },
        ],
      },
    },
  });
  expect(await handlers().getRace(of(id), caller())).toMatchObject({
    value: { yourBet: { bet_amount: SOL, payout_amount: 2_850_000_000n, result: "win" } },
  });
  expect(await handlers().getRace(of("race-99"), nobody)).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("horses carry the record of the races that are over", async () => {
  const { race } = await room.readNewest(null);
  const horses = race!.horses;
  const won = (number: number) => past.filter(({ winningNumber }) => winningNumber === number).length;
  for (const horse of horses) expect(horse).toMatchObject({ races: 3, wins: won(horse.number) });
  expect(horses.reduce((sum, { pick_rate }) => sum + pick_rate, 0)).toBeCloseTo(100, 0);
});

it("the bets of a race come page by page, newest first, and none twice", async () => {
  const race = await room.openRace();
  for (let bet = 0; bet < 7; bet++) {
    await room.bet(race.id, `punter-${bet}`, { horse: 1 + (bet % 6), stake: SOL });
    // Several bets share the same moment, too.
    if (bet % 3 === 0) await room.clock.advance(10);
  }
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await handlers().getRaceBets({
      params: { id: race.id },
      query: { limit: 3, cursor },
      body: {},
    });
    if (!page.ok) throw new Error(page.code);
    pages.push(page.value.bets.map(({ user_wallet }) => user_wallet ?? ""));
    cursor = page.value.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
  const all = [6, 5, 4, 3, 2, 1, 0].map((bet) => walletOf(`punter-${bet}`));
  expect(pages.flat().toSorted()).toEqual(all.toSorted());
  expect(pages[0]![0]).toBe(all[0]);
  expect(pages[2]).toEqual([all[6]]);
  const wrong = { params: { id: race.id }, query: { cursor: "1.<>" }, body: {} };
  expect(await handlers().getRaceBets(wrong)).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
  const unknown = { params: { id: "race-99" }, query: {}, body: {} };
  expect(await handlers().getRaceBets(unknown)).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("RACE-6 a page of bets hides horses and amounts in the last seconds too", async () => {
  const [id] = await room.openIds();
  const page = async () => {
    const answer = await handlers().getRaceBets(of(id!));
    return answer.ok ? answer.value.bets : [];
  };
  await room.round();
  const isShown = (bet: Awaited<ReturnType<typeof page>>[number]) =>
    bet.horse_id !== null && bet.horse_name !== null && bet.bet_amount !== null;
  expect((await page()).every(isShown)).toBe(true);
  const { closesAt } = await room.race(id!);
  await room.clock.advance(closesAt!.getTime() - room.clock.now() - 5_000);
  const hidden = await page();
  expect(hidden).toHaveLength(7);
  for (const bet of hidden)
    expect(bet).toMatchObject({ horse_id: null, horse_name: null, bet_amount: null, payout_amount: null });
});

it("RACES-2 a bet whose payout was made again is shown once, with the last transaction", async () => {
  const race = past[2]!;
  const [payout] = await room.db
    .select()
    .from(payments)
    .where(eq(payments.betId, `bet-${race.id}-alice`));
  await room.db.insert(payments).values({
    ...payout!,
    id: `${payout!.id}-again-1`,
    signature: "paid",
    createdAt: new Date(payout!.createdAt.getTime() + 1),
  });
  const history = await handlers().getRaceHistory(
    { params: { wallet: walletOf("alice") }, query: {}, body: {} },
    caller(),
  );
  const own = history.ok ? history.value.bets.filter(({ race_id }) => race_id === race.id) : [];
  expect(own).toMatchObject([{ payout_signature: "paid" }]);
  const details = await readRaceDetails(room.db, { id: race.id, nowMs: room.clock.now(), limit: 10 });
  const bets = details.ok ? details.value.bets.filter(({ username }) => username === "alice") : [];
  expect(bets).toMatchObject([{ payout_signature: "paid" }]);
});

it("PAYOUTS-8 a race says how long after its finish the last of its payouts was final", async () => {
  const { id, completedAt } = past[1]!;
  const shown = async () => {
    const listed = await handlers().listRaces({ params: {}, query: {}, body: {} });
    const details = await readRaceDetails(room.db, { id, limit: 1, nowMs: room.clock.now() });
    const [publicly, toAdmins] = [
      listed.ok && listed.value.races.find((race) => race.id === id)?.payout_seconds,
      details.ok && details.value.race.payout_seconds,
    ];
    expect(publicly).toEqual(toAdmins);
    return publicly;
  };
  const set = (afterMs: number, status: "completed" | "sent", betId?: string) =>
    room.db
      .update(payments)
      .set({ status, processedAt: new Date(completedAt!.getTime() + afterMs) })
      .where(betId === undefined ? eq(payments.raceId, id) : eq(payments.betId, betId));
  const [paid] = (await room.db.select().from(payments).where(eq(payments.raceId, id))).filter(
    ({ kind }) => kind === "payout",
  );
  expect(paid).toBeDefined();
  await room.db
    .insert(payments)
    .values({ ...paid!, id: "second-payout", status: "pending", processedAt: null });
  await set(840, "completed", paid!.betId!);
  expect(await shown()).toBe(0.84);
  const later = { status: "completed", processedAt: new Date(completedAt!.getTime() + 1_250) } as const;
  await room.db
    .update(payments)
    .set({ status: "sent", processedAt: null })
    .where(eq(payments.id, "second-payout"));
  expect(await shown()).toBeNull();
  await room.db.update(payments).set(later).where(eq(payments.id, "second-payout"));
  expect(await shown()).toBe(1.25);
  const gauge = paymentGauges(room).find(({ name }) => name === "furlong_payout_seconds");
  expect(await gauge!.read()).toEqual(
    new Map([
      ["newest", 1.25],
      ["slowest", 1.25],
    ]),
  );
});
