import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { insertRace, postAt } from "../../../../tests/support/posted.ts";
import { houseFunded } from "../../../domain/chain-postings.ts";
import { lamports } from "../../../domain/lamports.ts";
import { type Account, posting } from "../../../domain/ledger.ts";
import { lossGivenBack } from "../../../domain/postings.ts";
import { nodeEntropy } from "../../adapters/entropy.ts";
import { post } from "../../foundation/books/ledger.ts";
import { rowsOf } from "../../foundation/db/database.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { totalsChecker } from "./check-totals.ts";
import { readRevenue } from "./read-revenue.ts";
import { readSeries } from "./read-series.ts";
import { findWrongDay } from "./sum-days.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const DAY = "2026-03-01";
const at = (time = "10:30:00") => new Date(`${DAY}T${time}Z`);
const run = (statement: string) => database.db.execute(sql.raw(statement));
const failureOf = (act: Promise<unknown>) => act.then(() => null, sqlState);
const storedTotals = () =>
  rowsOf(
    database.db,
    sql`select day::text, kind, account, lamports::text, null as bets from house_days
        union all select day::text, hour || ' ' || race_type, wagered::text, won::text, bets from race_hours order by 1, 2, 3`,
  );

/** Stakes of 1,000, payouts of 900; of the fee, 30 go to the fund, 10 to a referrer and 60 to the house. */
async function settleRace({ time = at(), part = "", raceId = "" } = {}) {
  const id = raceId || (await insertRace(database.db, { raceType: "sprint", bets: 3 }));
  const entries: [Account, bigint][] = [
    [`pool:${id}`, -1_000n],
    ["user:ada", 900n],
    ["bonus", 30n],
    ["referral:anna", 10n],
    ["equity", 60n],
  ];
  await database.db.execute(
    sql`insert into ledger_accounts (account) values (${`pool:${id}`}) on conflict do nothing`,
  );
  const fact = { ledger: "real", raceId: id } as const;
  const stake: [Account, bigint][] = [
    ["chain:deposit:d", -1_000n],
    [`pool:${id}`, 1_000n],
  ];
  await postAt(
    database.db,
    posting({ ...fact, reference: `bet:${id}${part}`, kind: "bet", entries: stake }),
    time,
  );
  await postAt(
    database.db,
    posting({ ...fact, reference: `settle:${id}${part}`, kind: "race settled", entries }),
    time,
  );
  return id;
}

it("REVENUE-1 a settlement counts its stakes, payouts, bets and race, in as many postings as it comes", async () => {
  const raceId = await settleRace();
  await settleRace({ raceId, part: ":2" });
  await settleRace({ time: at("23:59:59.999") });
  const clock = { now: () => at().getTime(), sleep: () => Promise.resolve() };
  const series = await readSeries({ db: database.db, clock }, { by: "hour" });
  const figures = { wagered: 2_000n, won: 1_800n, profit: 200n, bets: 3, races: 1 };
  expect(series.ok && series.value.series).toEqual([
    { key: "10", ...figures },
    { key: "23", wagered: 1_000n, won: 900n, profit: 100n, bets: 3, races: 1 },
  ]);
  expect(await findWrongDay(database.db)).toBeNull();
});

it("REVENUE-1 a day of many slices is summed while it grows, and one wrong lamport in it is found", async () => {
  for (let races = 0; races < 5; races++) await settleRace();
  const grow = async () => {
    for (let races = 0; races < 5; races++) await settleRace({ time: at("11:00:00") });
  };
  const [wrong] = await Promise.all([findWrongDay(database.db, 2), grow()]);
  expect(wrong).toBeNull();
  expect(await findWrongDay(database.db, 2)).toBeNull();
  await run("alter table house_days disable trigger follows_postings");
  await run("update house_days set lamports = lamports + 1 where account = 'bonus'");
  expect(await findWrongDay(database.db, 2)).toBe(DAY);
});

it("REVENUE-1 what was rolled back left no figures, and what is posted twice counts once", async () => {
  const funded = houseFunded({
    signature: "s",
    received: [{ kind: "hot", address: "h", lamports: lamports(7n) }],
  });
  const broken = database.db.transaction(async (tx) => {
    await post(tx, funded);
    throw new Error("killed");
  });
  await expect(broken).rejects.toThrow("killed");
  expect(await storedTotals()).toEqual([]);
  for (const _ of [1, 2]) await database.db.transaction((tx) => post(tx, funded));
  const today = new Date().toISOString().slice(0, 10);
  expect(await storedTotals()).toMatchObject([
    { day: today, kind: "house funding", account: "equity", lamports: "7" },
  ]);
});

it("REVENUE-1 nothing but postings moves the totals", async () => {
  await settleRace();
  for (const table of ["house_days", "race_hours"]) {
    expect(await failureOf(run(`delete from ${table}`))).toBe("23001");
    expect(await failureOf(run(`truncate ${table}`))).toBe("23001");
  }
  expect(await failureOf(run("update house_days set lamports = 0"))).toBe("23001");
  expect(await failureOf(run("insert into race_hours values ('2026-01-01', 0, 'classic', 1, 1, 1, 1)"))).toBe(
    "23001",
  );
});

it.each([
  ["house_days", "update house_days set lamports = lamports + 1 where account = 'equity'"],
  ["house_days", "delete from house_days where account = 'bonus'"],
  ["house_days", `insert into house_days values ('2026-05-05', 'jackpot', 'equity', 1)`],
  ["race_hours", "update race_hours set won = won + 1"],
  ["race_hours", "update race_hours set races = races + 1"],
  ["race_hours", "delete from race_hours"],
])("REVENUE-1 admins are told, once, that %s are wrong after: %s", async (table, statement) => {
  await settleRace();
  const logged: unknown[] = [];
  const quiet = () => undefined;
  const sent: string[] = [];
  const check = totalsChecker({
    db: database.db,
    clock: manualClock(at().getTime()),
    entropy: nodeEntropy,
    log: { debug: quiet, info: quiet, warn: quiet, error: (fields: unknown) => void logged.push(fields) },
    broadcast: { toEveryone: quiet, toWallet: (wallet) => void sent.push(wallet) },
    adminWallets: async () => ["admin-1", "admin-2"],
  });
  await check();
  expect([logged, sent]).toEqual([[], []]);
  await run(`alter table ${table} disable trigger follows_postings`);
  await run(statement);
  const day = statement.includes("2026-05-05") ? "2026-05-05" : DAY;
  expect(await findWrongDay(database.db)).toBe(day);
  await check();
  await check();
  expect(logged).toEqual([{ day }, { day }]);
  expect(sent).toEqual(["admin-1", "admin-2"]);
  const rows = await database.db.select().from(notifications);
  expect(rows.map(({ wallet, kind, params }) => ({ wallet, kind, params }))).toEqual(
    ["admin-1", "admin-2"].map((wallet) => ({ wallet, kind: "revenue_differs", params: { day } })),
  );
});

it("REVENUE-3 a settled race whose lost stakes are given back stays in the figures as it was run", async () => {
  const raceId = await insertRace(database.db, {
    raceType: "sprint",
    bets: 3,
    pool: lamports(1_000n),
    fee: lamports(100n),
    remainder: lamports(0n),
  });
  await settleRace({ raceId });
  const lost = { betId: "lost", raceId, wallet: "bea", stake: lamports(400n), ledger: "real" } as const;
  await postAt(database.db, lossGivenBack(lost), new Date("2026-03-02T01:00:00Z"));
  const clock = { now: () => Date.parse("2026-03-02T01:00:00Z"), sleep: () => Promise.resolve() };
  const series = await readSeries({ db: database.db, clock }, { by: "day" });
  expect(series.ok && series.value.series).toEqual([
    { key: DAY, wagered: 1_000n, won: 900n, profit: 100n, bets: 3, races: 1 },
  ]);
  const later = await readRevenue({ db: database.db }, { from: "2026-03-02" });
  expect(later.ok && later.value.statement.lines.filter(({ amount }) => amount !== 0n)).toEqual([
    { key: "refunds", amount: -400n },
  ]);
  expect(await findWrongDay(database.db)).toBeNull();
});

it("MONEY-25 the figures are read without a look at bets or ledger, and as many rows as there are days", async () => {
  const races = await Promise.all(Array.from({ length: 3 }, () => settleRace()));
  const rows = (await storedTotals()).length;
  for (const raceId of races) await settleRace({ raceId, part: ":2" });
  for (let more = 0; more < 20; more += 1) await settleRace();
  expect((await storedTotals()).length).toBe(rows);
  // Renamed, so that nothing can be read from these tables.
  for (const table of ["bets", "races", "ledger_entries", "ledger_postings", "ledger_accounts"])
    await run(`alter table ${table} rename to hidden_${table}`);
  const revenue = await readRevenue({ db: database.db }, { from: DAY, to: DAY });
  expect(revenue.ok && revenue.value.statistics.totalWagered).toBe(26_000n);
  const clock = { now: () => at().getTime(), sleep: () => Promise.resolve() };
  const series = await readSeries({ db: database.db, clock }, { by: "type" });
  expect(series.ok && series.value.series).toMatchObject([
    { key: "sprint", wagered: 26_000n, bets: 69, races: 23 },
  ]);
});
