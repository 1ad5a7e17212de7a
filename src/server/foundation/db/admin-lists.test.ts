import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { seedHistory } from "../../../../bench/history/seed-history.ts";
import { type TestDatabase, openTestDatabase } from "../../../../tests/support/database.ts";
import { listAnnouncements } from "../../features/announcements/change-announcements.ts";
import { listViewers } from "../../features/announcements/list-viewers.ts";
import { listAudit } from "../../features/audit/list-audit.ts";
import { listReports } from "../../features/chat/list-reports.ts";
import { readHouseOverview } from "../../features/house-wallets/read-overview.ts";
import { listTransactions } from "../../features/house-wallets/list-transactions.ts";
import { listPayouts } from "../../features/payouts/list-payouts.ts";
import { announcements } from "./schema/announcements.ts";
import { listPlayers } from "../../features/players/list-players.ts";
import { listBannedWallets, listUnprofiled } from "../../features/players/unprofiled-wallets.ts";
import { listPast, readQueue } from "../../features/races/special/special-rows.ts";
import { type Db, rowsOf, type Tx } from "./database.ts";
import { OperatorError } from "./operator-error.ts";
import { wrongBalances } from "../books/check-balances.ts";
import { findWrongDay } from "../../features/revenue/sum-days.ts";

const plan = { users: 60, races: 40, bets: 200, seed: "lists", endsAtMs: Date.UTC(2026, 2, 1) };
const clock = { now: () => plan.endsAtMs, sleep: () => Promise.resolve() };
let database: TestDatabase;
const seed = (on: Db, rows = plan, onProgress?: (part: string, done: number) => void) =>
  seedHistory(rows, {
    database: { db: on, tidy: async () => undefined },
    seedKey: new Uint8Array(32),
    ...(onProgress && { onProgress }),
  });

beforeAll(async () => {
  database = await openTestDatabase();
  await seed(database.db);
});
afterAll(() => database.close());

const page = { limit: 5 };
const lists: readonly (readonly [
  name: string,
  indexes: readonly string[],
  read: (tx: Tx) => Promise<unknown>,
])[] = [
  ["all payouts", ["payments_by_time"], (tx) => listPayouts(payoutPorts(tx), page)],
  [
    "payouts that failed",
    ["payments_failed"],
    (tx) => listPayouts(payoutPorts(tx), { ...page, status: "failed" }),
  ],
  [
    "payouts that wait",
    ["payments_open"],
    (tx) => listPayouts(payoutPorts(tx), { ...page, status: "pending" }),
  ],
  [
    "payouts by amount",
    ["payments_by_amount"],
    (tx) => listPayouts(payoutPorts(tx), { ...page, sort: "amount" }),
  ],
  ["sweeps", ["payments_by_kind"], (tx) => listPayouts(payoutPorts(tx), { ...page, kind: "sweep" })],
  ["memos", ["payments_by_kind"], (tx) => listPayouts(payoutPorts(tx), { ...page, kind: "anchor" })],
  [
    "payouts of a wallet",
    ["payments_by_wallet", "payments_by_destination"],
    (tx) => listPayouts(payoutPorts(tx), { ...page, wallet: "somebody" }),
  ],
  [
    "payouts by signature",
    ["payments_by_signature", "payment_attempts_by_signature"],
    (tx) => listPayouts(payoutPorts(tx), { ...page, tx: "5Kd" }),
  ],
  ["all players", ["users_by_time"], (tx) => listPlayers(usersPorts(tx), page)],
  [
    "players by name or wallet",
    ["users_by_name", "users_by_address"],
    (tx) => listPlayers(usersPorts(tx), { ...page, search: "Swift_Fox_1" }),
  ],
  ...(
    [
      ["username", "users_by_name"],
      ["wallet", "users_by_address"],
      ["balance", "ledger_accounts_of_players"],
      ["wagered", "player_totals_by_wagered"],
      ["won", "player_totals_by_won"],
    ] as const
  ).map(
    ([sort, index]) =>
      [
        `players by ${sort}`,
        [index],
        (tx: Tx) => listPlayers(usersPorts(tx), { ...page, sort, direction: "asc" }),
      ] as const,
  ),
  [
    "players who are banned",
    ["users_by_time"],
    (tx) => listPlayers(usersPorts(tx), { ...page, flag: "banned" }),
  ],
  [
    "players who are streamers",
    ["users_by_time"],
    (tx) => listPlayers(usersPorts(tx), { ...page, flag: "streamer" }),
  ],
  ["wallets without a profile", ["ledger_accounts_unprofiled"], (tx) => listUnprofiled(tx, page)],
  [
    "wallets without a profile by balance",
    ["ledger_accounts_unprofiled_by_balance"],
    (tx) => listUnprofiled(tx, { ...page, sort: "balance" }),
  ],
  ["banned wallets without a profile", ["bans_by_end"], (tx) => listBannedWallets({ db: tx, clock })],
  [
    "those who have seen an announcement",
    ["announcement_views_announcement_id_wallet_pk"],
    async (tx) => {
      await tx.insert(announcements).values({ id: "n0", title: "x", segment: "all", createdAt: new Date(0) });
      return listViewers(tx, { ...page, announcementId: "n0" });
    },
  ],
  [
    "audit by what is looked for",
    ["audit_log_by_actor", "audit_log_by_subject", "audit_log_by_action"],
    (tx) => listAudit(tx, { ...page, search: "house.sweep", direction: "asc" }),
  ],
  ["announcements", ["announcements_by_time"], (tx) => listAnnouncements(tx, page)],
  ["audit by actor", ["audit_log_by_actor"], (tx) => listAudit(tx, { ...page, actor: "system" })],
  ["audit by subject", ["audit_log_by_subject"], (tx) => listAudit(tx, { ...page, subject: "somebody" })],
  ["audit by action", ["audit_log_by_action"], (tx) => listAudit(tx, { ...page, action: "house.sweep" })],
  [
    "audit of some days",
    ["audit_log_by_time"],
    (tx) => listAudit(tx, { ...page, from: "2026-02-01", to: "2026-02-02" }),
  ],
  [
    "resolved reports",
    ["chat_report_cases_resolved"],
    (tx) => listReports(tx, { ...page, status: "resolved" }),
  ],
  ["open reports", ["chat_report_cases_by_status"], (tx) => listReports(tx, { ...page, status: "open" })],
  [
    "resolved reports of a writer",
    ["chat_messages_by_name", "chat_messages_by_wallet"],
    (tx) => listReports(tx, { ...page, status: "resolved", search: "Swift_Fox_1" }),
  ],
  ["special races", ["special_races_waiting"], (tx) => readQueue(tx)],
  ["past special races", ["special_races_past"], (tx) => listPast(tx, page)],
  [
    "past special races, oldest first",
    ["special_races_past"],
    (tx) => listPast(tx, { ...page, direction: "asc" }),
  ],
  [
    "the house's transactions, oldest first",
    ["deposits_by_time", "payments_by_time"],
    (tx) => listTransactions(tx, { ...page, direction: "asc" }),
  ],
  [
    "the house's transactions with an address",
    ["deposits_by_payer", "payments_by_wallet", "payments_by_destination"],
    (tx) => listTransactions(tx, { ...page, search: "somebody" }),
  ],
  ["the house", ["deposits_by_time", "payments_by_time"], (tx) => readHouseOverview(housePorts(tx))],
];

const usersPorts = (tx: Tx) => ({ db: tx, clock, listAdmins: async () => [] });
const housePorts = (tx: Tx) => ({
  db: tx,
  chain: { balances: async () => ({ slot: 0n, lamports: [] }) },
  vault: { isUnlocked: () => true },
});

// The ports of chain and vault are only used for waiting payments, and the history has none.
const payoutPorts = (tx: Tx) => housePorts(tx) as unknown as Parameters<typeof listPayouts>[0];

const scansOf = async (index: string) => {
  const [row] = await rowsOf<{ scans: bigint }>(
    database.db,
    sql`select idx_scan as scans from pg_stat_all_indexes where indexrelname = ${index}`,
  );
  return Number(row?.scans);
};

// Which plan is cheapest depends on how much data there is. So full table scans and sorting are disabled here, and a
// list without a usable index would still have to do them.
it.each(lists)("there is an index for %s", async (_, indexes, read) => {
  const before = await Promise.all(indexes.map(scansOf));
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    // Two indexes can serve an "or" together, but in no order.
    const off =
      indexes.some((index) => index.endsWith("_by_name")) && indexes.length > 1
        ? ["indexscan"]
        : ["sort", "bitmapscan"];
    for (const method of off) await tx.execute(sql.raw(`set local enable_${method} = off`));
    await read(tx);
    await tx.execute(sql`select pg_stat_force_next_flush()`);
  });
  const after = await Promise.all(indexes.map(scansOf));
  const unused = indexes.filter((_index, index) => !((after[index] ?? 0) > (before[index] ?? Infinity)));
  expect(unused).toEqual([]);
});

it("a seeded history adds up, is the same each time, and goes on where it was broken off", async () => {
  expect(await wrongBalances(database.db)).toEqual([]);
  expect(await findWrongDay(database.db)).toBeNull();
  const facts = async (db: Db) =>
    rowsOf(
      db,
      sql`select (select count(*)::int from users) as users, (select count(*)::int from races) as races,
                 (select count(*)::int from bets) as bets, (select sum(wagered)::bigint from player_totals) as wagered,
                 (select sum(stakes)::bigint from race_totals) as staked, (select sum(stake)::bigint from bets) as stakes,
                 (select sum(earned)::bigint from referral_totals) as earned,
                 (select sum(bets_taken)::int from horses) as taken,
                 (select md5(string_agg(reference || account || lamports, ',' order by reference, account, lamports))
                    from ledger_postings join ledger_entries on posting_id = ledger_postings.id) as entries`,
    );
  const [first] = await facts(database.db);
  expect(first).toMatchObject({ users: 60, races: 40, bets: 200, taken: 200, staked: first?.["stakes"] });
  await seed(database.db);
  expect(await facts(database.db)).toEqual([first]);
  await expect(seed(database.db, { ...plan, bets: 240 })).rejects.toThrow(OperatorError);

  const other = await openTestDatabase();
  try {
    const breakOff = (part: string) => {
      if (part === "races") throw new Error("power cut");
    };
    await expect(seed(other.db, plan, breakOff)).rejects.toThrow("power cut");
    await seed(other.db, { ...plan, endsAtMs: plan.endsAtMs + 7_200_000 });
    expect(await facts(other.db)).toEqual([first]);
    await expect(seed(other.db, { ...plan, seed: "another" })).rejects.toThrow("another DATA_DIR");
  } finally {
    await other.close();
  }
});
