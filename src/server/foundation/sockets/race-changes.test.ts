import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Json } from "../../../../tests/support/browser-session.ts";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { type LiveSocket, openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { openRaceRoom, type RaceRoom, SOL } from "../../../../tests/support/race-room.ts";
import { applyRaceChange, type RaceJson } from "../../../contract/races/race-change.ts";
import { raceChangeEvent } from "../../../contract/races/race-change-event.ts";

let room: RaceRoom;
let server: TestServer;
const open: LiveSocket[] = [];
beforeAll(async () => {
  room = await openRaceRoom({ clock: manualClock(Date.now()) });
  server = await openTestServer({ database: room.database, clock: room.clock });
});
afterAll(async () => {
  for (const socket of open) socket.close();
  await server.close();
  await room.close();
});

async function listen(query: Record<string, string> = {}): Promise<LiveSocket> {
  const socket = await openLiveSocket(server.url, null, { query });
  open.push(socket);
  return socket;
}

/** Sends the current state of the race, as the engine does, and waits until a socket has received it. */
async function tell(raceId: string, hears: LiveSocket): Promise<Json> {
  const race = await room.reader.readFresh(raceId);
  const before = hears.all("race-update").length;
  server.broadcast.toEveryone("race-update", { race: race! });
  await room.clock.advance(250);
  await expect.poll(() => hears.all("race-update").length).toBe(before + 1);
  return hears.all("race-update").at(-1).race;
}

/** The race as reconstructed by a client that asked for changes. */
const followed = ({ heard }: LiveSocket): RaceJson | null => {
  let race: RaceJson | null = null;
  for (const { name, payload } of heard) {
    if (name === "race-update" || name === "new-race") ({ race } = payload);
    if (name === "race-change") race = applyRaceChange(race!, payload.race);
  }
  return race;
};

it("a socket that asks for changes knows the same race as one that is told all of it, in less", async () => {
  const { id } = await room.openRace();
  const [plain, following] = [await listen(), await listen({ raceUpdates: "changes" })];
  const inStep = async (...followers: readonly LiveSocket[]) => {
    const race = await tell(id, plain);
    for (const one of followers) await expect.poll(() => followed(one)).toEqual(race);
  };
  await inStep(following);
  for (let bet = 0; bet < 10; bet += 1) {
    await room.bet(id, `punter-${bet}`, { horse: 1 + (bet % 6), stake: SOL });
    await room.run(100);
    await inStep(following);
  }
  const late = await listen({ raceUpdates: "changes" });
  await expect.poll(() => followed(late)).toEqual(plain.all("race-update").at(-1).race);
  await room.run(1_000);
  await inStep(following, late);
  await room.runToEnd(id);
  await inStep(following, late);

  expect(plain.all("race-change")).toEqual([]);
  expect(following.all("race-update")).toHaveLength(1);
  const changes = following.all("race-change");
  for (const change of changes) expect(z.safeParse(raceChangeEvent.payload, change).success).toBe(true);
  const bytesOf = (events: readonly Json[]) => Buffer.byteLength(JSON.stringify(events));
  expect(bytesOf(changes)).toBeLessThan(bytesOf(plain.all("race-update")) / 3);
});

it("a race that is new is told as a whole, and changes follow on that", async () => {
  const [plain, following] = [await listen(), await listen({ raceUpdates: "changes" })];
  const { id } = await room.openRace();
  const race = await room.reader.readFresh(id);
  server.broadcast.toEveryone("new-race", { race: race!, message: "", timestamp: new Date() });
  await room.bet(id, "first", { horse: 2, stake: SOL });
  const update = await tell(id, plain);
  await expect.poll(() => followed(following)).toEqual(update);
  // The update received on connecting is about the previous race.
  expect(following.all("race-update")).toHaveLength(1);
  expect(following.all("race-change")).toHaveLength(1);
});
