import { asc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../tests/support/race-room.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import { achievementsDue, playerTitles } from "../../foundation/db/schema/titles.ts";
import { checkAchievements, storeAchievementTitles } from "./check-achievements.ts";

let room: RaceRoom;
/** Wallet and title of each notification that was sent. */
let notices: string[];
beforeEach(async () => {
  room = await openRaceRoom();
  notices = [];
  await room.fundHouse(100n * SOL);
});
afterEach(() => room.close());

const ports = () => {
  const { entropy, clock, db } = room.ports();
  return {
    db,
    clock,
    entropy,
    broadcast: {
      toEveryone: () => undefined,
      toWallet: (wallet: string, _name: string, payload: unknown) => {
        const { notification } = payload as { notification: { kind: string; params: { titleId: string } } };
        notices.push(`${wallet} ${notification.kind} ${notification.params.titleId}`);
      },
    },
  };
};
const look = () => checkAchievements(ports());

async function begin() {
  await storeAchievementTitles(ports());
  await look();
}

const slugsOf = async (name: string) => {
  const rows = await room.db
    .select({ id: playerTitles.titleId })
    .from(playerTitles)
    .where(eq(playerTitles.wallet, walletOf(name)))
    .orderBy(asc(playerTitles.titleId));
  return rows.map(({ id }) => id.replace("title-", ""));
};
const noticesOf = async (name: string) => {
  const rows = await room.db
    .select({ params: notifications.params })
    .from(notifications)
    .where(sql`wallet = ${walletOf(name)} and kind = 'title_unlocked'`);
  return rows.map(({ params }) => (params as { titleId: string }).titleId.replace("title-", "")).toSorted();
};

/** A settled race with its winner's backers and others. */
async function race(winners: readonly string[], losers: readonly string[], stake = SOL) {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  for (const name of winners) await room.bet(id, name, { horse: winner, stake });
  for (const name of losers) await room.bet(id, name, { horse: (winner % 6) + 1, stake });
  await room.runToEnd(id);
  return id;
}

async function players(...names: string[]) {
  for (const name of names) await room.player(name);
}

describe("titles for achievements", () => {
  it("TITLE-2 the first win earns one, with a notification and a moment; a loss earns none", async () => {
    await begin();
    await players("alice", "bob");
    await race(["alice"], ["bob"]);
    await look();
    expect([await slugsOf("alice"), await slugsOf("bob")]).toEqual([["first-win"], []]);
    expect(await noticesOf("alice")).toEqual(["first-win"]);
    expect(notices).toEqual([`${walletOf("alice")} title_unlocked title-first-win`]);
  });

  it("TITLE-2 streaks, wagers, a jackpot and referrals earn theirs", async () => {
    await room.setting("jackpot_pool_amount", "1");
    await begin();
    await players("bob");
    await room.player("alice");
    for (const name of ["r1", "r2", "r3", "r4", "r5"]) await room.player(name, { referrer: "bob" });
    await look();
    expect(await slugsOf("bob")).toEqual(["referrals-5"]);
    for (let won = 0; won < 4; won++) await race(["alice"], ["bob"], 3n * SOL);
    await look();
    const all = ["first-win", "jackpot", "streak-3", "streak-4", "wagered-10"];
    expect([await slugsOf("alice"), await slugsOf("bob")]).toEqual([all, ["referrals-5", "wagered-10"]]);
    expect(await noticesOf("alice")).toEqual(all);
  });

  it("TITLE-1 play money earns nothing", async () => {
    await room.setting("testing_mode_enabled", "true");
    await begin();
    await players("alice", "bob");
    const id = await race(["alice"], ["bob"]);
    expect((await room.race(id)).ledger).toBe("play");
    expect(await room.db.select().from(achievementsDue)).toEqual([]);
    await look();
    expect(await slugsOf("alice")).toEqual([]);
  });

  it("TITLE-3 a look that is taken again, or twice at once, gives nothing twice", async () => {
    await begin();
    await players("alice", "bob");
    const raceId = await race(["alice"], ["bob"]);
    await Promise.all([look(), look()]);
    await room.db.insert(achievementsDue).values([{ raceId }, {}, { wallet: walletOf("alice") }]);
    await Promise.all([look(), look()]);
    expect([await slugsOf("alice"), await noticesOf("alice")]).toEqual([["first-win"], ["first-win"]]);
    expect(notices).toHaveLength(1);
    expect(await room.db.select().from(achievementsDue)).toEqual([]);
  });

  it("TITLE-3 a look that dies leaves no title without its notification, and the next one gives both", async () => {
    await begin();
    await players("alice", "bob");
    await race(["alice"], ["bob"]);
    const entropy = {
      bytes: () => {
        throw new Error("killed");
      },
    };
    await expect(checkAchievements({ ...ports(), entropy })).rejects.toThrow("killed");
    expect([await slugsOf("alice"), await noticesOf("alice")]).toEqual([[], []]);
    await look();
    expect([await slugsOf("alice"), await noticesOf("alice")]).toEqual([["first-win"], ["first-win"]]);
  });

  it("the settlement leaves one row, however many have bet", async () => {
    await begin();
    await players("alice", "bob", "carol", "dave");
    const raceId = await race(["alice", "bob", "carol"], ["dave"]);
    expect(await room.db.select().from(achievementsDue)).toMatchObject([{ raceId, wallet: null }]);
    expect(await slugsOf("alice")).toEqual([]);
    await look();
    expect(notices).toHaveLength(3);
  });

  it("who had the achievement before gets the title, and is not told of old news", async () => {
    await players("alice", "bob");
    await race(["alice"], ["bob"]);
    await room.db.delete(achievementsDue);
    await begin();
    expect(await slugsOf("alice")).toEqual(["first-win"]);
    expect([await noticesOf("alice"), notices]).toEqual([[], []]);
    // A later start finds nothing new and checks nobody.
    await storeAchievementTitles(ports());
    expect(await room.db.select().from(achievementsDue)).toEqual([]);
  });
});
