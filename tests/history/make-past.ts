/**
 * Creates a data folder with a past of thousands of races that a server and its visitors cannot tell from a real one.
 * Run as
 *
 *     node --import tsx tests/history/make-past.ts <data folder> <races> <of them run by the engine>
 *
 * The older races are rows as `npm run bench -- seed-history` writes them, with outcomes, locks, settlements, payments,
 * postings and rows of the log computed by the product's own functions. The newer ones were run round by round by the
 * real engine, on a clock that is moved forward. The real export recorded and sealed all of them, a few hundred a day. Only the chain of that
 * time does not exist: signatures and beacons are made up. The newest race is not recorded, and has bets on all horses.
 */
import { sql } from "drizzle-orm";
import { DAY_MS } from "../../src/domain/day-length.ts";
import { startOf, usualEnd } from "../../bench/history/plan.ts";
import { seedHistory } from "../../bench/history/seed-history.ts";
import { openSeedKey } from "../../src/server/adapters/seed-key.ts";
import { openEmbedded } from "../../src/server/foundation/db/open-embedded.ts";
import { lastRecordedRace } from "../../src/server/features/export/race-source.ts";
import { openTestLog } from "../support/open-test-log.ts";
import { manualClock } from "../support/clock.ts";
import { exportOf } from "../support/export.ts";
import { openRaceRoom, SOL } from "../support/race-room.ts";

const HOUR_MS = 3_600_000;
/** So that there are enough files to close the page in the middle of one. */
const RACES_A_FILE = 250;
const BETS_A_RACE = 4;
/** Stakes are multiples of a hundredth of a SOL and some lamports, up to almost 10 SOL, which the settings allow. */
const MAX_FACTOR = 900;
const players = ["alice", "bob", "carol", "dave", "erin", "frank"];

async function makePast(dataDir: string, races: number, played: number): Promise<void> {
  const opened = await openEmbedded({ dataDir });
  const { db } = opened;
  const seedKey = await openSeedKey(dataDir, { hasSeeds: false });
  const files = Math.ceil(races / RACES_A_FILE);
  // The days on which they are recorded are between their end and now.
  const endsAtMs = usualEnd(Date.now()) - (files + 2) * DAY_MS;
  const older = races - played;
  const plan = { users: 60, races: older, bets: older * BETS_A_RACE, seed: "past", endsAtMs };
  await openTestLog({ db, clock: { now: () => startOf(plan) } });
  await seedHistory(plan, { database: opened, seedKey });
  // A trigger notes each payout that ends, and these rows were written without triggers.
  await db.execute(sql`insert into export_ended_payouts (payment_id)
    select id from payments where kind = 'payout' order by created_at, id on conflict do nothing`);

  const clock = manualClock(endsAtMs + HOUR_MS);
  const room = await openRaceRoom({ clock, seedKey, database: opened });
  const log = exportOf(room);
  await room.confirmAnchors();
  await room.setting("next_race_delay", "0");
  await room.setting("countdown_seconds", "10");
  const recordUpTo = async (race: number) => {
    while ((await lastRecordedRace(db)) < race) await log.record();
  };
  for (let upTo = RACES_A_FILE; upTo < older; upTo += RACES_A_FILE) {
    await recordUpTo(upTo);
    await clock.advance(DAY_MS);
    await log.seal();
  }
  await recordUpTo(older);

  await room.fundHouse(100n * SOL);
  for (let race = 1; race <= played; race += 1) {
    const { id } = await room.openRace();
    // The newest race has a winning bet, whichever horse wins.
    for (const name of players.slice(0, race === played ? 6 : 3)) {
      const horse = 1 + ((race + players.indexOf(name)) % 6);
      await room.bet(id, name, { horse, stake: BigInt(1 + (race % MAX_FACTOR)) * 10_000_003n });
    }
    await room.runToEnd(id);
    await db.execute(
      sql`update payments set status = 'completed', signature = translate(encode(sha256(convert_to(id, 'UTF8')), 'hex'), '0', 'z')
             where kind = 'payout' and status = 'pending'`,
    );
    if (race === played) break;
    await room.confirmAnchors();
    if (race % 20 === 0) await log.record();
    if (race % RACES_A_FILE === 0) {
      await recordUpTo(older + race - 1);
      await clock.advance(DAY_MS);
      await log.seal();
    }
  }
  await recordUpTo(races - 1);
  await room.confirmAnchors();
  await room.close();
}

const [dataDir = "", races = "", played = ""] = process.argv.slice(2);
await makePast(dataDir, Number(races), Number(played));
