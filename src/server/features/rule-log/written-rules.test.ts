import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mustBeSound } from "../../../../tests/support/books.ts";
import {
  type RaceRoom,
  LOCK_WALLET,
  SOL,
  admin,
  openRaceRoom,
  slotsOf,
  walletOf,
} from "../../../../tests/support/race-room.ts";
import { rowsOfLog, toldRules } from "../../../../tests/support/rules.ts";
import { checkCommit } from "../../../auditor/check-commit.ts";
import { commitDifferences } from "../../../domain/history/commitment.ts";
import { foldRules } from "../../../domain/rule-log.ts";
import { compareWithRules } from "../../../domain/race-rules.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { readCommit } from "../../foundation/public-log/read-commit.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { verifyRace } from "../races/read/verify-race.ts";
import { refundBet } from "../races/settle/refund-bet.ts";
import { refundRace } from "../races/settle/refund-race.ts";
import { changeSetting } from "../../foundation/settings/change-setting.ts";
import { eq } from "drizzle-orm";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
  for (const name of ["alice", "bob"]) await room.player(name);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

/** The rules reported after the first row. */
const told = async () => (await toldRules(room.db)).slice(1).filter(({ kind }) => kind !== "commit");

async function settled() {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  const lost = await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: 3n * SOL });
  await room.bet(id, "carol", { horse: (winner % 6) + 1, stake: SOL });
  await room.runToEnd(id);
  return { id, lost };
}

describe("the entry that commits to a race", () => {
  it("FAIR-12 says what the race shows, whatever is written afterwards, and cannot be changed", async () => {
    const { id, log, commitIndex } = await room.openRace();
    await changeSetting(room.ports(), { key: "house_edge", value: "4", by: "admin" });
    await room.runToEnd(await refunded(id));
    const verified = await verifyRace(room.db, id);
    if (!verified.ok) throw new Error(verified.code);
    const race = verified.value;
    const entry = await readCommit(room.db, { log, commitIndex });
    expect(commitDifferences(entry, race)).toEqual([]);
    expect(race).toMatchObject({ entries: { commit: commitIndex }, lock_wallet: LOCK_WALLET });
    const { anchors, logged } = race;
    if (anchors.commit === null || logged === null) throw new Error("nothing anchors it");
    expect(checkCommit({ index: commitIndex, ...anchors.commit, ...logged }, race)).toEqual([]);
    const change = room.db.update(races).set({ commitIndex: 0 }).where(eq(races.id, id));
    expect(await change.then(() => null, sqlState)).toBe("23514");
  });

  it("RULELOG-4 stands where the rules in force are those that the race was given, of each race its own", async () => {
    for (const edge of ["4", "7"]) {
      await changeSetting(room.ports(), { key: "house_edge", value: edge, by: "admin" });
      const { id, commitIndex, settings } = await room.openRace();
      const inForce = foldRules((await rowsOfLog(room.db)).slice(0, commitIndex));
      expect(inForce.get("house_edge")).toBe(edge);
      // What tests write past the log.
      expect(compareWithRules(settings, inForce)).toEqual([]);
      await room.runToEnd(await refunded(id));
    }
  });

  it("RULELOG-4 does so however rules change meanwhile", async () => {
    const change = async () => {
      for (let turn = 0; turn < 30; turn += 1)
        await changeSetting(room.ports(), { key: "house_edge", value: String(1 + (turn % 9)), by: "admin" });
    };
    const open = async () => {
      for (let race = 0; race < 3; race += 1) await room.runToEnd(await refunded((await room.openRace()).id));
    };
    await Promise.all([change(), open()]);
    const rows = await rowsOfLog(room.db);
    for (const { commitIndex, settings } of await room.db.select().from(races))
      expect(compareWithRules(settings, foldRules(rows.slice(0, commitIndex)))).toEqual([]);
  });

  async function refunded(raceId: string) {
    await refundRace(room.ports(), { raceId, reason: null, ...admin });
    return raceId;
  }
});

describe("a refund has a row", () => {
  it("RULELOG-2 by an admin before the settlement, with the words and all stakes, once", async () => {
    const { id } = await room.openRace();
    await room.bet(id, "alice", { horse: 1, stake: SOL });
    await room.bet(id, "bob", { horse: 2, stake: 2n * SOL });
    const refund = () => refundRace(room.ports(), { raceId: id, reason: " Wrong horse ", ...admin });
    await refund();
    await refund();
    await room.round();
    expect((await room.race(id)).settledAt).not.toBeNull();
    expect(await told()).toEqual([
      {
        row: 3,
        at: new Date(room.clock.now()).toISOString(),
        kind: "refund-race",
        race: id,
        cause: "by_admin",
        settled: false,
        reason: "Wrong horse",
        lamports: String(3n * SOL),
      },
    ]);
  });

  it("RULELOG-2 for want of a beacon, and because nobody won", async () => {
    room.restart({ chain: { ...slotsOf(room.clock), firstBlockFrom: () => Promise.resolve(null) } });
    const first = await room.openRace();
    await room.bet(first.id, "alice", { horse: 1, stake: SOL });
    await room.bet(first.id, "bob", { horse: 1, stake: SOL });
    await room.runToEnd(first.id);
    room.restart();
    const second = await room.openRace();
    const { winner } = await room.outcome(second.id);
    for (const name of ["alice", "bob"])
      await room.bet(second.id, name, { horse: (winner % 6) + 1, stake: 2n * SOL });
    await room.runToEnd(second.id);
    const own = { kind: "refund-race", settled: false, reason: null };
    expect(await told()).toMatchObject([
      { ...own, race: first.id, cause: "no_beacon", lamports: String(2n * SOL) },
      { ...own, race: second.id, cause: "no_winning_bet", lamports: String(4n * SOL) },
    ]);
  });

  it("RULELOG-2 of a race without a word of the admin's, and without bets, too", async () => {
    const { id } = await room.openRace();
    await refundRace(room.ports(), { raceId: id, reason: null, ...admin });
    expect(await told()).toMatchObject([{ race: id, cause: "by_admin", reason: null, lamports: "0" }]);
  });

  it("RULELOG-2 of a race and of a bet after the settlement, each with what was not given back before", async () => {
    const { id, lost } = await settled();
    expect(await told()).toEqual([]);
    await refundBet(room.ports(), { betId: lost, reason: "The page hung", ...admin });
    await refundRace(room.ports(), { raceId: id, reason: null, ...admin });
    expect(await told()).toMatchObject([
      {
        kind: "refund-bet",
        race: id,
        bet: lost,
        settled: true,
        reason: "The page hung",
        lamports: String(3n * SOL),
      },
      {
        kind: "refund-race",
        race: id,
        cause: "by_admin",
        settled: true,
        reason: "Refunded by an admin",
        lamports: String(SOL),
      },
    ]);
  });

  it("RULELOG-2 of a bet while betting is open, and none where it is refused", async () => {
    const { id } = await room.openRace();
    const betId = await room.bet(id, "alice", { horse: 2, stake: SOL });
    const refund = () => refundBet(room.ports(), { betId, reason: null, ...admin });
    await refund();
    expect(await refund()).toMatchObject({ ok: false, code: "BET_REFUNDED" });
    expect(await told()).toMatchObject([
      { kind: "refund-bet", race: id, bet: betId, settled: false, reason: null, lamports: String(SOL) },
    ]);
    expect(JSON.stringify(await told())).not.toContain(walletOf("alice"));
  });
});
