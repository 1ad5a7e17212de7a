/**
 * What a round of the race engine, a `race-update` and a read of the race cost with 100 and with 10,000 bets already
 * counted, side by side on the embedded database. For all three, the larger figure should stay within twice the
 * smaller.
 *
 * Usage: tsx bench/engine-round.ts [rounds a measurement, default 40]
 */
import { sql } from "drizzle-orm";
import { encodeSocketEvent } from "../src/contract/wire/socket-events.ts";
import { openRaceRoom, type RaceRoom, walletOf } from "../tests/support/race-room.ts";

const rounds = Number(process.argv[2] ?? 40);
const STAKE = 10_000_000n;
const SIZES = [100, 10_000];

/** An open race in its countdown with this many bets from as many players, all of them counted by the engine. */
async function openRoom(betCount: number): Promise<{ room: RaceRoom; raceId: string }> {
  const room = await openRaceRoom();
  const { id: raceId } = await room.openRace();
  const wallets = Array.from({ length: betCount }, (_, index) => walletOf(`early-${index}`));
  await room.db.execute(
    sql`insert into bets (id, race_id, wallet, horse_number, horse_id, stake, ledger, status, prepared_at, confirmed_at, finalized_at)
        select 'b-' || n, ${raceId}, wallet, 1 + n % 6, 1 + n % 6, ${STAKE}, 'real', 'confirmed', at, at, at
          from unnest(${sql.param(wallets)}::text[]) with ordinality as player (wallet, n),
               (select ${new Date(room.clock.now()).toISOString()}::timestamptz as at) as moment`,
  );
  await room.round();
  await room.clock.advance(250);
  await room.round();
  return { room, raceId };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};

type Bench = Awaited<ReturnType<typeof openRoom>>;
let betsPlaced = 0;

const measurements: Readonly<Record<string, (bench: Bench) => Promise<number>>> = {
  "quiet round, ms": ({ room }) => timed(() => room.round()),
  async "round with a new bet and its race-update, ms"({ room, raceId }) {
    betsPlaced += 1;
    await room.bet(raceId, `late-${betsPlaced}`, { horse: 1 + (betsPlaced % 6), stake: STAKE });
    await room.clock.advance(250);
    return timed(() => room.round());
  },
  "read of the race, ms": ({ room, raceId }) => timed(() => room.reader.readFresh(raceId)),
  async "size of race-update, bytes"({ room, raceId }) {
    const race = await room.reader.readFresh(raceId);
    if (race === null) throw new Error("the race is gone");
    return JSON.stringify(encodeSocketEvent("race-update", { race })).length;
  },
};

const benches: Bench[] = [];
for (const size of SIZES) benches.push(await openRoom(size));
console.log(
  `${"".padEnd(46)}${SIZES.map((size) => `${size} bets`.padStart(12)).join("")}   ratio (aim: below 2)`,
);
for (const [what, measure] of Object.entries(measurements)) {
  const values = benches.map((): number[] => []);
  // The benches take turns, so that other load on the machine affects both alike; the first turns warm up.
  for (let turn = -5; turn < rounds; turn++) {
    for (const [index, bench] of benches.entries()) {
      const value = await measure(bench);
      if (turn >= 0) values[index]?.push(value);
    }
  }
  const [few = 0, many = 0] = values.map(median);
  const columns = [few, many].map((value) => value.toFixed(what.includes("bytes") ? 0 : 2).padStart(12));
  console.log(`${what.padEnd(46)}${columns.join("")}${(many / few).toFixed(2).padStart(8)}`);
}
for (const { room } of benches) await room.close();
