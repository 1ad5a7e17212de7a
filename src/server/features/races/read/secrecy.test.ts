import { type Api, api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { writeReply } from "../../../../contract/wire/wire.ts";
import type { Result } from "../../../../domain/result.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../../tests/support/race-room.ts";
import { rowsOf } from "../../../foundation/db/database.ts";
import { EncodedReply } from "../../../foundation/http/handler.ts";
import { raceHandlers } from "../handlers.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
});
afterEach(() => room.close());

const caller = () => ({ wallet: walletOf("alice"), isAdmin: true, isModerator: true, isSteppedUp: true });

/** A handler's answer as it goes over the wire; a refusal as its code. */
async function wire<Name extends keyof Api>(
  name: Name,
  answer: Promise<Result<Reply<Api[Name]> | EncodedReply<Name>>>,
) {
  const result = await answer;
  if (!result.ok) return result;
  const { value } = result;
  return value instanceof EncodedReply ? (JSON.parse(value.text) as object) : writeReply(api[name], value);
}

/** Every reply about the race. */
async function replies(id: string) {
  const handlers = raceHandlers(room);
  const input = { params: { id, wallet: walletOf("alice") }, query: {}, body: {} };
  return {
    active: (await handlers.getActiveRace(input, caller())).value.text,
    one: await wire("getRace", handlers.getRace(input, caller())),
    list: await wire("listRaces", handlers.listRaces(input)),
    verify: await wire("verifyRace", handlers.verifyRace(input)),
    replay: await wire("getReplay", handlers.getReplay(input)),
    history: await wire("getRaceHistory", handlers.getRaceHistory(input, caller())),
    chain: await wire("getSeedChain", handlers.getSeedChain()),
  };
}

/** Every row of every table: everything that any admin's page could show. */
async function allRows(): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    room.db,
    sql`select table_name::text as name from information_schema.tables where table_schema = 'public'`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(
      room.db,
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} as t`,
    );
    dumps.push(...rows.map(({ row }) => row));
  }
  return dumps.join("\n");
}

const toldPlaces = (text: string, places: readonly number[]) =>
  text.replaceAll(/\s/g, "").includes(`"places":${JSON.stringify(places)}`);

it("FAIR-8 no reply, event, log line or row holds the seed or the winner before the race is over", async () => {
  const { id } = await room.openRace();
  const { seed, winner, places } = await room.outcome(id);
  await room.player("alice");
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
  const { seedChainId, seedIndex } = await room.race(id);
  const laterSeed = (index: number) => room.seeds().seedOf(room.db, seedChainId, index);
  const secrets = [seed, await laterSeed(seedIndex + 1), await laterSeed(50)];
  const seen = new Set<string>();

  for (let steps = 0; steps < 400; steps++) {
    const race = await room.race(id);
    if (race.serverSeed !== null) break;
    seen.add(race.startsAt ? (race.revealedAt ? "revealed" : "running") : race.status);
    const said = await replies(id);
    const everything = [
      JSON.stringify(said),
      JSON.stringify(room.events),
      room.logged.join("\n"),
      await allRows(),
    ];
    for (const text of everything) for (const secret of secrets) expect(text).not.toContain(secret);
    expect(said.verify).toMatchObject({ code: "SEED_NOT_REVEALED" });
    expect(said.list).toMatchObject({ races: [] });
    expect(said.one).toMatchObject({
      race: { winning_horse: null, winning_horse_id: null, server_seed: null },
    });
    expect(race.winningNumber).toBeNull();
    expect(toldPlaces(everything.join("\n"), places)).toBe(race.revealedAt !== null);
    await room.run(1_000);
  }

  expect([...seen]).toEqual(["pending", "countdown", "active", "running", "revealed"]);
  expect(await replies(id)).toMatchObject({
    one: { race: { winning_horse: { number: winner }, server_seed: seed, places } },
    verify: { race: { server_seed: seed, winning_horse: winner, places } },
    replay: { places },
  });
});

it("RACE-6 the last 5 s before the close hide what is on each horse, in replies and in events", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 2, stake: SOL });
  await room.bet(id, "bob", { horse: 5, stake: SOL });
  await room.round();
  await room.run(24_000);
  const { race: before } = await room.readNewest(null);
  expect(before?.horses.map(({ totalBetAmount }) => totalBetAmount)).toEqual([0n, SOL, 0n, 0n, SOL, 0n]);
  expect(before?.horses[1]?.odds).toBe(1.9);
  // Late bets extend the countdown up to its hard limit, 60 s after the start.
  for (const wait of [4_000, 9_000, 9_000, 9_000]) {
    await room.run(wait);
    await room.bet(id, `late-${room.clock.now()}`, { horse: 1, stake: SOL });
    await room.round();
  }
  await room.run(1_000);
  const updates = room.sent("race-update").length;
  await room.bet(id, "last", { horse: 3, stake: SOL });
  await room.run(500);

  const { race } = await room.readNewest(null);
  const [update] = room.sent("race-update").slice(updates) as { race: typeof race }[];
  expect(race).toMatchObject({ status: "countdown", totalPool: 7n * SOL, betCount: 7 });
  expect(update).toMatchObject({ race: { totalPool: 7, betCount: 7 } });
  for (const view of [race, update?.race]) {
    expect(view?.everybodyOnOneHorse).toBe(false);
    for (const horse of view!.horses) {
      expect(horse).toMatchObject({ betCount: null, totalBetAmount: null, odds: null });
    }
    for (const bet of view!.bets)
      expect(bet).toMatchObject({ horse_id: null, horse_name: null, bet_amount: null, payout_amount: null });
  }
});
