import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import type { Json } from "../../../../../tests/support/browser-session.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../../tests/support/race-room.ts";
import { useAdminPanel } from "../../../../../tests/support/use-admin-panel.ts";
import type { HouseRequest } from "../../../../contract/approvals/approvals.ts";
import { houseFunded } from "../../../../domain/chain-postings.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { performOrAsk } from "../../approvals/perform-or-ask.ts";
import { balanceOf, post } from "../../../foundation/books/ledger.ts";
import { specialRaces } from "../../../foundation/db/schema/races.ts";
import { writeSetting } from "../../../foundation/settings/stored-settings.ts";
import { readAdminRace } from "../read/admin-races.ts";
import { settingsOf } from "../race-rows.ts";
import { refundRace } from "../settle/refund-race.ts";
import { specialRaceAction } from "./ask-special-race.ts";
import { cancelSpecialRace, orderSpecialRaces } from "./change-queue.ts";
import { listPast, readQueue } from "./special-rows.ts";

type Terms = HouseRequest<"special-race">;
const terms: Terms = {
  raceType: "sprint",
  houseEdge: 0,
  jackpotAmount: lamports(2n * SOL),
  minBets: 2,
  countdownSeconds: 20,
};

describe("a special race", () => {
  let room: RaceRoom;
  beforeEach(async () => {
    room = await openRaceRoom();
    await room.fundHouse(10n * SOL);
    for (const name of ["alice", "bob"]) await room.player(name);
  });
  afterEach(async () => {
    await mustBeSound(room.db);
    await room.close();
  });

  const ask = (about: Partial<Terms> = {}) =>
    performOrAsk(room.ports())(specialRaceAction(room.ports()), {
      request: { ...terms, ...about },
      by: walletOf("admin"),
      reason: null,
    });
  const requestId = async (about: Partial<Terms> = {}): Promise<string> => {
    const outcome = await ask(about);
    if (!outcome.ok || outcome.value.done === null) throw new Error("it was not asked for");
    return outcome.value.done.id;
  };
  const cancel = (id: string) => cancelSpecialRace(room.ports(), { id, by: walletOf("admin") });
  const jackpotsAndEquity = async () => {
    const balances = Object.entries(await room.balances());
    return Object.fromEntries(balances.filter(([account]) => /^(jackpot:|equity)/.test(account)));
  };

  it("MONEY-22 RACE-4 has its jackpot from the moment it is asked for, and pays it to the winners", async () => {
    const id = await requestId();
    expect(await jackpotsAndEquity()).toEqual({ equity: 8n * SOL, [`jackpot:${id}`]: 2n * SOL });
    const race = await room.openRace();
    expect(race).toMatchObject({ isSpecial: true, raceType: "sprint", jackpot: 2n * SOL });
    expect(await readAdminRace(room.db, race.id)).toMatchObject({ isSpecial: true });
    expect(settingsOf(race)).toMatchObject({ houseEdgeBps: 0, minBets: 2, countdownMs: 20_000 });
    expect(await jackpotsAndEquity()).toEqual({ equity: 8n * SOL, [`jackpot:${race.id}`]: 2n * SOL });
    const { winner } = await room.outcome(race.id);
    await room.bet(race.id, "alice", { horse: winner, stake: SOL });
    await room.bet(race.id, "bob", { horse: (winner % 6) + 1, stake: SOL });
    expect((await room.runToEnd(race.id)).status).toBe("completed");
    expect(await room.payouts()).toMatchObject([{ destination: walletOf("alice"), lamports: 4n * SOL }]);
    expect(await jackpotsAndEquity()).toEqual({ equity: 8n * SOL });
    expect(await cancel(id)).toMatchObject({ code: "SPECIAL_RACE_OPENED" });
  });

  it("MONEY-22 MONEY-6 gives its jackpot back when nobody wins or the race is refunded", async () => {
    await requestId();
    await requestId();
    const first = await room.openRace();
    const { winner } = await room.outcome(first.id);
    for (const name of ["alice", "bob"])
      await room.bet(first.id, name, { horse: (winner % 6) + 1, stake: SOL });
    expect((await room.runToEnd(first.id)).status).toBe("refunded");
    const second = await room.openRace();
    expect(second.isSpecial).toBe(true);
    const refund = { raceId: second.id, reason: "asked for", by: walletOf("admin") };
    expect(await refundRace(room.ports(), refund)).toMatchObject({ ok: true });
    expect(await jackpotsAndEquity()).toEqual({ equity: 10n * SOL });
  });

  it("MONEY-22 gives its jackpot back when it is cancelled, once", async () => {
    const id = await requestId();
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((one) => !one.ok && one.code === "SPECIAL_RACE_CANCELLED")).toHaveLength(2);
    expect(await jackpotsAndEquity()).toEqual({ equity: 10n * SOL });
    expect((await room.openRace()).isSpecial).toBe(false);
    expect(await cancel("special-none")).toMatchObject({ code: "SPECIAL_RACE_NOT_FOUND" });
  });

  it("RACES-3 those that wait no more are told with what became of them, the last to be asked for first", async () => {
    const [first, second] = [await requestId(), await requestId()];
    expect(await listPast(room.db, { limit: 10 })).toEqual({
      ok: true,
      value: { past: [], nextCursor: null },
    });
    await room.clock.advance(1_000);
    const third = await requestId({ jackpotAmount: lamports(0n) });
    await cancel(third);
    const race = await room.openRace();
    const listing = {
      id: first,
      raceId: race.id,
      cancelledAt: null,
      cancelledBy: null,
      jackpotAmount: 2n * SOL,
    };
    expect(await listPast(room.db, { limit: 10 })).toMatchObject({
      value: {
        past: [
          { id: third, raceId: null, status: null, cancelledBy: walletOf("admin") },
          { ...listing, status: race.status },
        ],
      },
    });
    const found = await listPast(room.db, { limit: 10, search: String(race.number) });
    expect(found).toMatchObject({ value: { past: [listing], nextCursor: null } });
    expect((await readQueue(room.db)).map(({ id }) => id)).toEqual([second]);
  });

  it("MONEY-22 cancelled while it is opened, it is one or the other", async () => {
    const id = await requestId();
    const [cancelled] = await Promise.all([cancel(id), room.round(), room.round()]);
    const race = await room.openRace();
    expect(race.isSpecial).toBe(!cancelled.ok);
    const balances = cancelled.ok
      ? { equity: 10n * SOL }
      : { equity: 8n * SOL, [`jackpot:${race.id}`]: 2n * SOL };
    expect(await jackpotsAndEquity()).toEqual(balances);
    const both = { raceId: race.id, cancelledAt: new Date(room.clock.now()) };
    await expect(room.db.update(specialRaces).set(both)).rejects.toThrow("Failed query");
  });

  it("MONEY-22 promises no more than equity holds, all that wait together", async () => {
    const four = { jackpotAmount: lamports(4n * SOL) };
    const answers = await Promise.all([ask(four), ask(four), ask(four)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await ask({ jackpotAmount: lamports(2n * SOL + 1n) })).toMatchObject({
      code: "EQUITY_TOO_LOW",
      field: "jackpotAmount",
    });
    expect(await ask()).toMatchObject({ ok: true });
    expect((await jackpotsAndEquity())["equity"]).toBeUndefined();
    expect(await ask({ jackpotAmount: lamports(0n) })).toMatchObject({ ok: true });
  });

  it("MONEY-22 BET-10 opened in testing mode it has a jackpot of play money, and the house its own back", async () => {
    await requestId();
    await room.setting("testing_mode_enabled", "true");
    const race = await room.openRace();
    expect(race).toMatchObject({ isSpecial: true, ledger: "play", jackpot: 2n * SOL });
    expect(await jackpotsAndEquity()).toEqual({ equity: 10n * SOL });
    const { winner } = await room.outcome(race.id);
    await room.bet(race.id, "alice", { horse: winner, stake: SOL });
    await room.bet(race.id, "bob", { horse: (winner % 6) + 1, stake: SOL });
    await room.runToEnd(race.id);
    expect((await room.balances())[`play:user:${walletOf("alice")}`]).toBe(4n * SOL);
  });

  it("RACE-4 RACES-3 they come in the order that admins give them, who see the same queue", async () => {
    const ids = [await requestId(), await requestId({ raceType: "endurance" }), await requestId()];
    const order = (ids: readonly string[]) => orderSpecialRaces(room.ports(), { ids, by: "admin" });
    const [one = "", two = "", three = ""] = ids;
    expect(await order([three, one, two])).toMatchObject({ ok: true });
    expect((await readQueue(room.db)).map(({ id }) => id)).toEqual([three, one, two]);
    for (const wrong of [
      [one, two],
      [one, two, two],
      [one, two, three, three],
      [one, two, "special-none"],
    ])
      expect(await order(wrong)).toMatchObject({ code: "SPECIAL_RACES_CHANGED" });
    await room.openRace();
    // Meanwhile the first race is opened.
    expect(await order([one, two, three])).toMatchObject({ code: "SPECIAL_RACES_CHANGED" });
    const last = await requestId();
    expect((await readQueue(room.db)).map(({ id }) => id)).toEqual([one, two, last]);
  });

  it("RACES-3 LIMITS-9 takes no terms beyond the limits, none when special events are off, and 50 at most", async () => {
    for (const [about, field] of [
      [{ houseEdge: 0.05 }, "houseEdge"],
      [{ houseEdge: 100.1 }, "houseEdge"],
      [{ minBets: 0 }, "minBets"],
      [{ minBets: 1.5 }, "minBets"],
      [{ countdownSeconds: 9 }, "countdownSeconds"],
      [{ countdownSeconds: 10.5 }, "countdownSeconds"],
    ] as const)
      expect(await ask(about)).toMatchObject({ code: "INVALID_INPUT", field });
    await room.setting("special_events_enabled", "false");
    expect(await ask()).toMatchObject({ code: "SPECIAL_EVENTS_DISABLED" });
    await room.setting("special_events_enabled", "true");
    const free = { jackpotAmount: lamports(0n) };
    for (let number = 0; number < 50; number++) await requestId(free);
    expect(await ask(free)).toMatchObject({ code: "SPECIAL_RACES_FULL" });
  });
});

describe("an admin and special races", () => {
  const panel = useAdminPanel({ others: 1 });
  beforeEach(() => panel.admin.stepUp("house-money"));
  afterEach(() => mustBeSound(panel.server.db));

  const body = { raceType: "classic", houseEdge: 0, jackpotAmount: 1, minBets: 2, countdownSeconds: 30 };
  const create = async (about: object = {}): Promise<Json> =>
    panel.post("special-race", { ...body, ...about });
  const queue = async (): Promise<Json[]> =>
    (await panel.admin.call("GET", "/api/admin/special-race")).body.specialRaces;
  const cancel = async (id: string) => {
    const { status, body: answer } = await panel.admin.call("DELETE", `/api/admin/special-race/${id}`);
    return { status, ...answer };
  };
  const equity = () => balanceOf(panel.server.db, "equity");
  let funded = 0;
  const fund = (sol: bigint) => {
    const received = [{ kind: "hot" as const, address: "h", lamports: lamports(sol * SOL) }];
    const signature = `funding ${(funded += 1)}`;
    return panel.server.db.transaction((tx) => post(tx, houseFunded({ signature, received })));
  };

  it("RACES-3 MONEY-22 asks for one, orders the queue and cancels, each with an audit row", async () => {
    expect(await create()).toMatchObject({ status: 409, code: "EQUITY_TOO_LOW", field: "jackpotAmount" });
    await fund(5n);
    const { status, specialRace, approval } = await create();
    expect([status, approval]).toEqual([201, null]);
    expect(specialRace).toMatchObject({ ...body, requestedBy: panel.wallet.address, raceId: null });
    expect(await panel.audited()).toMatchObject({
      actor: panel.wallet.address,
      action: "special-race.ask",
      subject: specialRace.id,
      after: { jackpot: "1", minBets: 2 },
    });
    const other = (await create({ jackpotAmount: 2, houseEdge: 2.5 })).specialRace;
    const ids = [other.id, specialRace.id];
    expect(await panel.post("special-race/order", { ids })).toMatchObject({
      specialRaces: [{ houseEdge: 2.5 }, {}],
    });
    expect(await panel.audited()).toMatchObject({ action: "special-race.order", after: ids });
    expect((await queue()).map(({ id }) => id)).toEqual(ids);
    expect(await equity()).toBe(2n * SOL);
    expect(await cancel(other.id)).toMatchObject({ status: 200, specialRace: { id: other.id } });
    expect(await panel.audited()).toMatchObject({ action: "special-race.cancel", subject: other.id });
    const { past } = (await panel.admin.call("GET", "/api/admin/special-race")).body;
    expect(past).toMatchObject([
      { id: other.id, cancelledBy: panel.wallet.address, raceId: null, status: null, jackpotAmount: 2 },
    ]);
    expect(await equity()).toBe(4n * SOL);
    expect((await queue()).map(({ id }) => id)).toEqual([specialRace.id]);
  });

  it("IDENTITY-5 why it is wanted and why it is cancelled is recorded, and shown to who has to approve", async () => {
    await fund(30n);
    const reason = "The autumn meeting";
    const { specialRace } = await create({ reason });
    expect(await panel.audited()).toMatchObject({ action: "special-race.ask", reason });
    expect((await create({ jackpotAmount: 12, reason })).approval).toMatchObject({
      status: "waiting",
      reason,
    });
    const address = `/api/admin/special-race/${specialRace.id}?reason=${encodeURIComponent("Rained off")}`;
    expect((await panel.admin.call("DELETE", address)).status).toBe(200);
    expect(await panel.audited()).toMatchObject({ action: "special-race.cancel", reason: "Rained off" });
  });

  it("RACES-3 LIMITS-9 names the field that is wrong", async () => {
    for (const [about, field] of [
      [{ raceType: "derby" }, "raceType"],
      [{ houseEdge: 100.1 }, "houseEdge"],
      [{ houseEdge: 0.05 }, "houseEdge"],
      [{ jackpotAmount: -1 }, "jackpotAmount"],
      [{ minBets: 0 }, "minBets"],
      [{ minBets: 1.5 }, "minBets"],
      [{ countdownSeconds: 9 }, "countdownSeconds"],
    ] as const)
      expect(await create(about)).toMatchObject({ status: 400, field });
  });

  it("IDENTITY-5 MONEY-22 with a jackpot above the limit nothing moves until another admin approves", async () => {
    await fund(30n);
    const before = await equity();
    const at = new Date(panel.server.clock.now());
    const second = await panel.other();
    const waiting = (await queue()).length;
    const { status, specialRace, approval } = await create({ jackpotAmount: 12 });
    expect([status, specialRace]).toEqual([201, null]);
    expect(approval).toMatchObject({
      kind: "special-race",
      amount: 12,
      request: { ...body, jackpotAmount: 12 },
    });
    expect([await equity(), (await queue()).length]).toEqual([before, waiting]);
    const approve = () => panel.approve(approval.id, second);

    const setting = (value: string) =>
      panel.server.db.transaction((tx) =>
        writeSetting(tx, { key: "special_events_enabled", value, by: null, at }),
      );
    await setting("false");
    expect(await approve()).toMatchObject({ status: 409, code: "SPECIAL_EVENTS_DISABLED" });
    await setting("true");
    expect(await approve()).toMatchObject({ status: 200, approval: { status: "approved" } });
    expect(await equity()).toBe(before - 12n * SOL);
    expect((await queue()).at(-1)).toMatchObject({ jackpotAmount: 12, requestedBy: panel.wallet.address });
  });
});
