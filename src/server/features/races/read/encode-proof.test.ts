import { setImmediate, setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RaceRoom, SOL, openRaceRoom } from "../../../../../tests/support/race-room.ts";
import { api } from "../../../../contract/api.ts";
import { writeReply } from "../../../../contract/wire/wire.ts";
import { encodeInTurns } from "./encode-in-turns.ts";
import { encodedProofs } from "./encode-proof.ts";
import { verifyRace } from "./verify-race.ts";

let room: RaceRoom;
let raceId: string;
beforeAll(async () => {
  room = await openRaceRoom();
  const race = await room.openRace();
  raceId = race.id;
  const { winner } = await room.outcome(raceId);
  await room.bet(raceId, "alice", { horse: winner, stake: SOL });
  await room.bet(raceId, "bob", { horse: (winner % 6) + 1, stake: 2n * SOL });
  await room.runToEnd(raceId);
});
afterAll(() => room.close());

it("INV-4 FAIR-16 the proof of a race is sent as the contract has it, field by field", async () => {
  const [encoded, verified] = [await encodedProofs(room.db)(raceId), await verifyRace(room.db, raceId)];
  if (!encoded.ok || !verified.ok) throw new Error("the race is not there");
  expect(JSON.parse(encoded.value.text)).toEqual(
    JSON.parse(JSON.stringify(writeReply(api.verifyRace, { race: verified.value }))),
  );
  expect(verified.value).toMatchObject({
    lockedBets: { bets: [{}, {}] },
    settlement: { bets: [{}, {}], payouts: [{}] },
  });
});

it("FAIR-16 COST-2 who asks for the same race within two seconds shares one reading, later ones read again", async () => {
  const proofOf = encodedProofs(room.db);
  const [one, other] = await Promise.all([proofOf(raceId), proofOf(raceId)]);
  expect(one).toBe(other);
  expect(await proofOf(raceId)).toBe(one);
  await setTimeout(2_100);
  expect(await proofOf(raceId)).not.toBe(one);
  expect(await proofOf("race-99")).toMatchObject({ code: "RACE_NOT_FOUND" });
});

it("FAIR-16 while very many bets are encoded the process goes on with other things", async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns += 1) await setImmediate();
  })();
  const numbers = Array.from({ length: 1_000 }, (_, at) => at);
  expect(await encodeInTurns(z.int(), numbers)).toEqual(numbers);
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(10);
});
