import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../tests/support/race-room.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { horses, raceHorses } from "../../foundation/db/schema/races.ts";
import { adminRaceHandlers } from "./admin-handlers.ts";
import type { RaceRow } from "./race-rows.ts";

const admin = { wallet: "admin-wallet", isAdmin: true, isModerator: true, isSteppedUp: false };
let room: RaceRoom;
const past: RaceRow[] = [];
beforeAll(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
  for (const name of ["alice", "bob"]) await room.player(name);
  for (let number = 0; number < 2; number++) {
    const { id } = await room.openRace();
    const { winner } = await room.outcome(id);
    await room.bet(id, "alice", { horse: winner, stake: SOL });
    await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: 3n * SOL });
    past.push(await room.runToEnd(id));
  }
});
afterAll(() => room.close());

const panel = () => adminRaceHandlers(room);
const list = (query: { limit?: number; cursor?: string; search?: string } = {}) =>
  panel().listAllRaces({ params: {}, query, body: {} });
const details = async (
  id: string,
  query: { limit?: number; cursor?: string; sort?: "stake"; direction?: "desc" } = {},
) => {
  const read = await panel().getRaceDetails({ params: { id }, query, body: {} });
  if (!read.ok) throw new Error(read.code);
  return read.value;
};

it("all races are listed, the newest first, by pages", async () => {
  const first = await list({ limit: 1 });
  expect(first).toMatchObject({
    ok: true,
    value: {
      races: [
        {
          id: past[1]?.id,
          status: "completed",
          total_pool: 4n * SOL,
          bet_count: 2,
          house_edge: 5,
          jackpot_amount: 0n,
          isSpecial: false,
          refund_reason: null,
          winningHorse: { number: past[1]?.winningNumber },
        },
      ],
    },
  });
  const cursor = first.ok ? (first.value.nextCursor ?? "") : "";
  expect(await list({ cursor })).toMatchObject({ value: { races: [{ id: past[0]?.id }], nextCursor: null } });
  expect(await list({ cursor: "x" })).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
});

it("USERS-8 the races of a player are found by the beginning of the wallet", async () => {
  const races = [{ id: past[1]?.id }, { id: past[0]?.id }];
  expect(await list({ search: walletOf("alice").slice(0, 8) })).toMatchObject({ ok: true, value: { races } });
  expect(await list({ search: "11111111" })).toMatchObject({ ok: true, value: { races: [] } });
});

it("RACES-2 one race is shown with its bets, by pages, and what was on each horse", async () => {
  const { id = "", winningNumber } = past[0] ?? {};
  const whole = await details(id);
  expect(whole.race).toMatchObject({ id, winning_horse_id: whole.winningHorse?.id });
  expect(whole.winningHorse?.number).toBe(winningNumber);
  expect(whole.bets).toMatchObject([
    {
      user_wallet: walletOf("bob"),
      username: "bob",
      bet_amount: 3n * SOL,
      payout_amount: 0n,
      result: "loss",
    },
    { user_wallet: walletOf("alice"), bet_amount: SOL, payout_amount: 3_800_000_000n, result: "win" },
  ]);
  expect(whole.horses).toHaveLength(6);
  expect(whole.horses.find(({ isWinner }) => isWinner)).toMatchObject({
    number: winningNumber,
    betCount: 1,
    totalBetAmount: SOL,
  });
  const first = await details(id, { limit: 1 });
  const rest = await details(id, { limit: 1, cursor: first.nextCursor ?? "" });
  expect([...first.bets, ...rest.bets]).toEqual(whole.bets);
  expect(rest.nextCursor).toBeNull();
  const nothing = await panel().getRaceDetails({ params: { id: "race-none" }, query: {}, body: {} });
  expect(nothing).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("RACES-2 RACE-6 an admin too sees neither horses nor amounts of bets shortly before the close, and no seed before the end", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 3, stake: SOL });
  await room.bet(id, "bob", { horse: 4, stake: SOL / 2n });
  expect((await details(id)).bets.every(({ horse_id: horse }) => horse !== null)).toBe(true);
  await room.run(1_000);
  const { closesAt } = await room.race(id);
  await room.run((closesAt?.getTime() ?? 0) - room.clock.now() - 4_000);
  const { race, bets, horses: runners, winningHorse } = await details(id);
  expect(bets).toMatchObject([
    { horse_id: null, horse_name: null, horse_color: null, bet_amount: null },
    { horse_id: null, bet_amount: null },
  ]);
  // Nor does an order or a cursor tell them: bob bet less and later.
  const byStake = await details(id, { limit: 1, sort: "stake", direction: "desc" });
  expect(byStake.bets).toMatchObject([{ user_wallet: walletOf("bob") }]);
  expect(byStake.nextCursor).not.toContain(String(SOL));
  expect(runners.every(({ betCount, totalBetAmount }) => betCount === null && totalBetAmount === null)).toBe(
    true,
  );
  expect([race.server_seed, race.winning_horse_id, winningHorse]).toEqual([null, null, null]);
  await room.runToEnd(id);
});

it("a horse is added and changed; races that are made keep theirs", async () => {
  const save = (about: { id?: number; name: string; color: string; description?: string }) =>
    panel().saveHorse({ params: {}, query: {}, body: { adminWallet: admin.wallet, ...about } }, admin);
  const listed = await panel().listHorses();
  const [first] = listed.ok ? listed.value.horses : [];
  expect(first).toMatchObject({ name: "Thunder Bolt", races: 3 });
  const renamed = { id: first?.id ?? 0, name: "Thunder", color: "#112233", description: "" };
  expect(await save(renamed)).toMatchObject({
    value: { horse: { id: first?.id, name: "Thunder", color: "#112233", description: "", races: 3 } },
  });
  const [row] = await room.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({
    actor: admin.wallet,
    action: "horse.change",
    before: { name: "Thunder Bolt" },
    after: { name: "Thunder", color: "#112233" },
  });
  const [ran] = await room.db
    .select()
    .from(raceHorses)
    .where(eq(raceHorses.horseId, first?.id ?? 0))
    .limit(1);
  expect(ran?.name).toBe("Thunder Bolt");
  expect(await save({ name: "Seventh", color: "#445566", description: "New." })).toMatchObject({
    value: { horse: { name: "Seventh", description: "New.", races: 0, wins: 0, pick_rate: 0, win_rate: 0 } },
  });
  expect(await save({ id: 9_999, name: "Nobody", color: "#445566" })).toMatchObject({
    code: "HORSE_NOT_FOUND",
    field: "id",
  });
  expect(await room.db.select().from(horses)).toHaveLength(7);
});

it("a horse of the reserve takes a lane from the next race on, and no lane is ever left empty", async () => {
  type Wanted = { id?: number; name: string; color: string; lane?: number | null };
  const save = (about: Wanted) =>
    panel().saveHorse({ params: {}, query: {}, body: { adminWallet: admin.wallet, ...about } }, admin);
  const stable = async () => {
    const listed = await panel().listHorses();
    return listed.ok ? listed.value.horses : [];
  };
  const byName = async (name: string) => {
    const found = (await stable()).find((horse) => horse.name === name);
    if (found === undefined) throw new Error(`No ${name}`);
    return { id: found.id, name, color: found.color };
  };
  const inLanes = async () =>
    (await stable()).flatMap(({ name, lane }) => (lane === null ? [] : [`${lane} ${name}`]));
  const runnersOf = async (id: string) =>
    (
      await room.db
        .select({ number: raceHorses.number, name: raceHorses.name })
        .from(raceHorses)
        .where(eq(raceHorses.raceId, id))
        .orderBy(raceHorses.number)
    ).map(({ number, name }) => `${number} ${name}`);

  const before = await inLanes();
  expect(before).toHaveLength(6);
  expect((await stable()).find(({ name }) => name === "Seventh")?.lane).toBeNull();
  const { id: open } = await room.openRace();
  expect(await runnersOf(open)).toEqual(before);

  const [second, fifth] = [before[1]?.slice(2) ?? "", before[4]?.slice(2) ?? ""];
  const ran = (await stable()).find(({ name }) => name === second)?.races;
  expect(await save({ ...(await byName("Seventh")), lane: 2 })).toMatchObject({
    value: { horse: { lane: 2 } },
  });
  const [row] = await room.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({
    action: "horse.change",
    before: { lane: null },
    after: { lane: 2 },
    detail: { replaced: { name: second, lane: null } },
  });
  expect(await save({ ...(await byName("Seventh")), lane: 5 })).toMatchObject({
    value: { horse: { lane: 5 } },
  });
  expect(await inLanes()).toEqual(before.with(1, `2 ${fifth}`).with(4, "5 Seventh"));
  expect((await stable()).find(({ name }) => name === second)).toMatchObject({ lane: null, races: ran });

  // Leaving its lane with no replacement: five horses would run.
  expect(await save({ ...(await byName("Seventh")), lane: null })).toMatchObject({ code: "HORSE_COUNT" });
  expect(await save({ name: "Eighth", color: "#000000", lane: null })).toMatchObject({ ok: true });
  expect(await save({ ...(await byName("Seventh")) })).toMatchObject({ value: { horse: { lane: 5 } } });
  expect(await runnersOf(open)).toEqual(before);
  await room.bet(open, "alice", { horse: 1, stake: SOL });
  await room.bet(open, "bob", { horse: 2, stake: SOL });
  await room.runToEnd(open);
  const { id: next } = await room.openRace();
  expect(await runnersOf(next)).toEqual(await inLanes());
});

it("what a change leaves out stays as another admin has just set it", async () => {
  const save = (about: { id?: number; name?: string; color?: string; description?: string; lane?: number }) =>
    panel().saveHorse({ params: {}, query: {}, body: { adminWallet: admin.wallet, ...about } }, admin);
  const added = await save({ name: "Late Bloomer", color: "#335577" });
  const id = added.ok ? added.value.horse.id : 0;
  const look = { name: "Early Bloomer", color: "#775533", description: "Renamed by another admin." };
  await save({ id, ...look });
  expect(await save({ id, lane: 4 })).toMatchObject({ value: { horse: { id, ...look, lane: 4 } } });
  expect(await save({ color: "#335577" })).toMatchObject({ code: "INVALID_INPUT", field: "name" });
  expect(await save({ name: "Colourless" })).toMatchObject({ code: "INVALID_INPUT", field: "color" });
});

it("horses that change places at once leave six in six lanes", async () => {
  const listed = await panel().listHorses();
  const all = listed.ok ? listed.value.horses : [];
  await Promise.all(
    all.flatMap(({ id, name, color }, at) =>
      [1, 2].map((by) => {
        const body = { adminWallet: admin.wallet, id, name, color, lane: ((at * by) % 6) + 1 };
        return panel().saveHorse({ params: {}, query: {}, body }, admin);
      }),
    ),
  );
  const stored = await room.db.select({ lane: horses.lane }).from(horses);
  expect(stored.flatMap(({ lane }) => lane ?? []).toSorted((one, other) => one - other)).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
});
