import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { figureLeaks } from "../../../../../tests/support/figure-leaks.ts";
import { openRaceRoom, type RaceRoom, walletOf } from "../../../../../tests/support/race-room.ts";
import { writeReply } from "../../../../contract/wire/wire.ts";
import { races } from "../../../../contract/races/races.ts";
import { users } from "../../../foundation/db/schema/players.ts";
import { raceHandlers } from "../handlers.ts";
import { raceReader } from "./read-race.ts";

const OWN = 123_456_789n;
const COMPANION = 411_111_111n;
const OTHER = 522_222_222n;
/** The viewers: two players, a streamer who hides figures, and a visitor. */
const viewers = ["streamer", "companion", "other", null] as const;

let room: RaceRoom;
let raceId: string;
beforeAll(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n ** 10n);
  await room.setting("superfecta_bonus_sol", "0.01");
  // The streamer's next win earns the bonus.
  await room.player("streamer", { streak: 3 });
  await room.db
    .update(users)
    .set({ isStreamer: true, username: "NightJar" })
    .where(eq(users.wallet, walletOf("streamer")));
  const { id } = await room.openRace();
  raceId = id;
  const { winner } = await room.outcome(id);
  await room.bet(id, "streamer", { horse: winner, stake: OWN });
  await room.bet(id, "companion", { horse: winner, stake: COMPANION });
  await room.bet(id, "other", { horse: (winner % 6) + 1, stake: OTHER });
});
afterAll(() => room.close());

/** Many requests for the open race at once, all served from one read of it. */
async function askAtOnce() {
  let reads = 0;
  const db = new Proxy(room.db, {
    get(target, name) {
      if (name === "select") reads += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  const reader = raceReader({ db, clock: room.clock });
  const { getActiveRace } = raceHandlers({ ...room, reader });
  const callers = Array.from({ length: 60 }, (_, at) => viewers[at % viewers.length] ?? null);
  const answers = await Promise.all(
    callers.map(async (viewer) => {
      const wallet = viewer && walletOf(viewer);
      const caller = { wallet, isAdmin: false, isModerator: false, isSteppedUp: false };
      const { value } = await getActiveRace({ params: {}, query: {}, body: {} }, caller);
      return { viewer, body: JSON.parse(value.text) };
    }),
  );
  return { answers, reads };
}

const ownOf = { streamer: OWN, companion: COMPANION, other: OTHER };

it("PRIVACY-1 PRIVACY-2 many who ask at once share the race, and each gets the own bet and nobody else's", async () => {
  const { answers, reads } = await askAtOnce();
  const [{ body: first }] = answers as [(typeof answers)[number]];
  expect(answers).toHaveLength(60);
  for (const { viewer, body } of answers) {
    expect(body.race).toEqual(first.race);
    const own = viewer === null ? undefined : ownOf[viewer];
    expect([viewer, body.yourBet?.bet_amount]).toEqual([viewer, own && Number(own) / 1e9]);
    if (viewer === "streamer") continue;
    const secret = { names: [walletOf("streamer"), "NightJar"], betIds: [], figures: [OWN] };
    expect([viewer, figureLeaks(body, secret)]).toEqual([viewer, []]);
  }
  // One race with its horses, bets and memos, and all own bets together: no extra query for each of the 60.
  expect(reads).toBeLessThan(20);
});

it("PRIVACY-3 the winner of a bonus who hides figures alone is told so, by an answer that nobody shares", async () => {
  await room.run(1_000);
  await room.runToEnd(raceId);
  const { answers } = await askAtOnce();
  for (const { viewer, body } of answers) {
    const winner = viewer === "streamer" ? walletOf("streamer") : null;
    expect([viewer, body.race.bonus_award.user_wallet]).toEqual([viewer, winner]);
    expect([viewer, JSON.stringify(body).includes("NightJar")]).toEqual([viewer, viewer === "streamer"]);
  }
});

it("what is sent is what the contract says of the answer, and tells the time at which it was asked for", async () => {
  const reader = raceReader(room);
  const inTheHands = async () => JSON.parse((await reader.readNewest(walletOf("other"))).text);
  const whole = await room.reader.readOne(raceId, walletOf("other"));
  if (!whole.ok) throw new Error(whole.code);
  const before = await inTheHands();
  const nextRaceAt = new Date(before.nextRaceAt);
  expect(before).toEqual(
    JSON.parse(JSON.stringify(writeReply(races.getActiveRace, { ...whole.value, nextRaceAt }))),
  );
  await room.clock.advance(40);
  const later = await inTheHands();
  expect(Date.parse(later.race.serverNow) - Date.parse(before.race.serverNow)).toBe(40);
});

it("RACE-14 in the pause every server says when the next race comes, as it was announced, and follows the setting", async () => {
  const servers = [raceReader(room), raceReader(room)];
  const nextRaceTimes = async () =>
    Promise.all(servers.map(async (one) => JSON.parse((await one.readNewest(null)).text).nextRaceAt));
  const [announced] = room.events
    .map(({ wire }) => wire as { type: string; nextRaceIn: number; timestamp: string })
    .filter(({ type }) => type === "next-race");
  if (announced === undefined) throw new Error("the next race was not announced");
  const { nextRaceIn, timestamp } = announced;
  const nextAt = Date.parse(timestamp) + nextRaceIn * 1_000;
  expect(nextRaceIn).toBe(10);
  expect(await nextRaceTimes()).toEqual(servers.map(() => new Date(nextAt).toISOString()));
  await room.setting("next_race_delay", "30");
  await room.clock.advance(250);
  expect(await nextRaceTimes()).toEqual(servers.map(() => new Date(nextAt + 20_000).toISOString()));
  await room.openRace();
  expect(await nextRaceTimes()).toEqual([null, null]);
});
