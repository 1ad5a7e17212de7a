import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "../../../../tests/support/database.ts";
import { endsAtMs, openSevenOfEachList, walletOf } from "../../../../tests/support/seven-of-each-list.ts";
import { announcementOrders, viewerOrders } from "../../../contract/announcements/admin-announcements.ts";
import { approvalOrders } from "../../../contract/approvals/approvals.ts";
import { auditOrders } from "../../../contract/audit/audit.ts";
import { houseTransactionOrders, withdrawalOrders } from "../../../contract/house-wallets/house-wallets.ts";
import { payoutOrders } from "../../../contract/payouts/admin-payouts.ts";
import { playerOrders } from "../../../contract/players/admin-players.ts";
import { unprofiledOrders } from "../../../contract/players/unprofiled-wallets.ts";
import { chatReportOrders } from "../../../contract/chat/chat-reports.ts";
import { pastSpecialOrders } from "../../../contract/races/special-races.ts";
import { raceBetOrders, raceOrders } from "../../../contract/races/admin-races.ts";
import { referralOrders } from "../../../contract/referrals/referrals.ts";
import { listAnnouncements } from "../../features/announcements/change-announcements.ts";
import { listViewers } from "../../features/announcements/list-viewers.ts";
import { listApprovals } from "../../features/approvals/list-approvals.ts";
import { listAudit } from "../../features/audit/list-audit.ts";
import { listReports } from "../../features/chat/list-reports.ts";
import { readChatLogs } from "../../features/chat/read-chat-logs.ts";
import { listTransactions } from "../../features/house-wallets/list-transactions.ts";
import { listWithdrawals } from "../../features/house-wallets/withdrawals.ts";
import { listPayouts } from "../../features/payouts/list-payouts.ts";
import { listPlayers } from "../../features/players/list-players.ts";
import { listUnprofiled } from "../../features/players/unprofiled-wallets.ts";
import { listAllRaces, readRaceDetails } from "../../features/races/read/admin-races.ts";
import { listPast } from "../../features/races/special/special-rows.ts";
import { listReferrals } from "../../features/referrals/list-referrals.ts";
import { listHolders } from "../../features/titles/list-holders.ts";
import type { ListSearch } from "./list-order.ts";
import { bets } from "./schema/bets.ts";
import { users } from "./schema/players.ts";

const clock = { now: () => endsAtMs, sleep: () => Promise.resolve() };
let database: TestDatabase;
let [player, raceId] = ["", ""];

beforeAll(async () => {
  ({ database, player, raceId } = await openSevenOfEachList());
});
afterAll(() => database.close());

interface Read {
  readonly keys: readonly (string | number | bigint)[];
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
}
type Answer =
  | { readonly ok: true; readonly value: { readonly nextCursor: string | null } }
  | { readonly ok: false; readonly code: string; readonly field?: string | undefined };

type Row = Readonly<Record<string, unknown>>;

/** A list: its orders with the field that each sorts by, and how it is read. */
interface List {
  readonly orders: Readonly<Record<string, string>>;
  readonly id: string;
  readonly rows: (value: never) => readonly unknown[];
  readonly read: (query: ListSearch<never>) => Promise<Answer>;
  /** What is looked for, and how many rows it leaves. */
  readonly search: readonly [text: () => string, found: number | null];
}

const usersPorts = () => ({ db: database.db, clock, listAdmins: async () => [] });
const payoutPorts = () =>
  ({
    db: database.db,
    chain: { tip: async () => null, balance: async () => null },
    vault: { isUnlocked: () => true, addresses: async () => [] },
    clock,
  }) as unknown as Parameters<typeof listPayouts>[0];

const named = <Names extends readonly string[]>(
  _orders: Names,
  fields: Readonly<Record<Names[number], string>>,
): Readonly<Record<string, string>> => fields;

const reportRows = (value: { reports: readonly { message: { id: string } }[] }) =>
  value.reports.map((report) => ({ ...report, key: report.message.id }));

const lists: Readonly<Record<string, List>> = {
  races: {
    orders: named(raceOrders, { created: "created_at" }),
    id: "id",
    rows: (value: { races: readonly unknown[] }) => value.races,
    read: (query) => listAllRaces(database.db, query),
    search: [() => raceId, 1],
  },
  "bets of a race": {
    orders: named(raceBetOrders, { placed: "", stake: "bet_amount", payout: "payout_amount" }),
    id: "id",
    rows: (value: { bets: readonly unknown[] }) => value.bets,
    read: (query) => readRaceDetails(database.db, { id: raceId, nowMs: endsAtMs, ...query }),
    search: [() => player, 1],
  },
  payouts: {
    orders: named(payoutOrders, { created: "created_at", amount: "amount" }),
    id: "id",
    rows: (value: { payouts: readonly unknown[] }) => value.payouts,
    read: (query) => listPayouts(payoutPorts(), query),
    search: [() => player, null],
  },
  sweeps: {
    orders: named(payoutOrders, { created: "created_at", amount: "amount" }),
    id: "id",
    rows: (value: { payouts: readonly unknown[] }) => value.payouts,
    read: (query) => listPayouts(payoutPorts(), { ...query, kind: "sweep" }),
    search: [() => walletOf(3), 1],
  },
  memos: {
    orders: { created: "created_at" },
    id: "id",
    rows: (value: { payouts: readonly unknown[] }) => value.payouts,
    read: (query) => listPayouts(payoutPorts(), { ...query, kind: "anchor" }),
    search: [() => "anchor-2", 1],
  },
  withdrawals: {
    orders: named(withdrawalOrders, { created: "created_at", amount: "amount" }),
    id: "id",
    rows: (value: { withdrawals: readonly unknown[] }) => value.withdrawals,
    read: (query) => listWithdrawals(database.db, query),
    search: [() => "C1", 1],
  },
  "audit log": {
    orders: named(auditOrders, { number: "id" }),
    id: "id",
    rows: (value: { rows: readonly unknown[] }) => value.rows,
    read: (query) => listAudit(database.db, query),
    search: [() => "horse.", 7],
  },
  approvals: {
    orders: named(approvalOrders, { decided: "decided_at", amount: "amount" }),
    id: "id",
    rows: (value: { decided: readonly unknown[] }) => value.decided,
    read: (query) =>
      listApprovals({ db: database.db, clock, secondAdminAbove: null }, { ...query, by: walletOf(0) }),
    search: [() => walletOf(0), 1],
  },
  announcements: {
    orders: named(announcementOrders, { created: "", seen: "seen_by", priority: "priority" }),
    id: "id",
    rows: (value: { announcements: readonly unknown[] }) => value.announcements,
    read: (query) => listAnnouncements(database.db, query),
    search: [() => "notice", 7],
  },
  "those who have seen an announcement": {
    orders: named(viewerOrders, { wallet: "wallet_address" }),
    id: "wallet_address",
    rows: (value: { viewers: readonly unknown[] }) => value.viewers,
    read: (query) => listViewers(database.db, { announcementId: "n0", ...query }),
    search: [() => "C1", 1],
  },
  "holders of a title": {
    orders: { unlocked: "unlocked_at" },
    id: "wallet_address",
    rows: (value: { holders: readonly unknown[] }) => value.holders,
    read: (query) => listHolders(database.db, { titleId: "title-x", ...query }),
    search: [() => "C1", 1],
  },
  "referred players": {
    orders: named(referralOrders, {
      joined: "created_at",
      wagered: "total_referred_wager",
      earned: "total_earned",
    }),
    id: "id",
    rows: (value: { referrals: readonly unknown[] }) => value.referrals,
    read: (query) => listReferrals(database.db, { wallet: walletOf(0), ...query }),
    search: [() => "BROUGHT_", 7],
  },
  "wallets without a profile": {
    orders: named(unprofiledOrders, { wallet: "wallet_address", balance: "balance" }),
    id: "wallet_address",
    rows: (value: { wallets: readonly unknown[] }) => value.wallets,
    read: (query) => listUnprofiled(database.db, query),
    search: [() => "C1", 1],
  },
  "waiting reports": {
    orders: named(chatReportOrders, { time: "first_reported_at" }),
    id: "key",
    rows: reportRows,
    read: (query) => listReports(database.db, { status: "open", ...query }),
    search: [() => player, 7],
  },
  "resolved reports": {
    orders: named(chatReportOrders, { time: "resolved_at" }),
    id: "key",
    rows: reportRows,
    read: (query) => listReports(database.db, { status: "resolved", ...query }),
    search: [() => "ONE", 7],
  },
  "past special races": {
    orders: named(pastSpecialOrders, { requested: "requestedAt" }),
    id: "id",
    rows: (value: { past: readonly unknown[] }) => value.past,
    read: (query) => listPast(database.db, query),
    search: [() => raceId, 1],
  },
  "transactions of the house": {
    orders: named(houseTransactionOrders, { created: "created_at" }),
    id: "id",
    rows: (value: { transactions: readonly unknown[] }) => value.transactions,
    read: (query) => listTransactions(database.db, query),
    // A withdrawal, a sweep and a deposit.
    search: [() => walletOf(3), 3],
  },
  "messages of a player": {
    orders: { sent: "timestamp" },
    id: "id",
    rows: (value: { logs: readonly unknown[] }) => value.logs,
    read: (query) => readChatLogs(database.db, { wallet: player, ...query }),
    search: [() => "HELLO 4", 1],
  },
  users: {
    orders: named(playerOrders, {
      joined: "created_at",
      username: "",
      wallet: "wallet_address",
      balance: "balance",
      wagered: "total_wagered",
      won: "total_won",
    }),
    id: "wallet_address",
    rows: (value: { users: readonly unknown[] }) => value.users,
    read: (query) => listPlayers(usersPorts(), query),
    search: [() => player, 1],
  },
} as const;

const byName = Object.entries(lists).map(([name, list]) => [name, list] as const);

async function readPage(list: List, query: object, by = ""): Promise<Read> {
  const answer = await list.read(query as ListSearch<never>);
  if (!answer.ok) throw new Error(`${answer.code} ${answer.field}`);
  const rows = list.rows(answer.value as never) as readonly Row[];
  return {
    keys: rows.map((row) => keyOf(row[by])),
    ids: rows.map((row) => String(row[list.id])),
    nextCursor: answer.value.nextCursor,
  };
}

const keyOf = (value: unknown): string | number | bigint =>
  value instanceof Date
    ? value.getTime()
    : typeof value === "bigint" || typeof value === "number"
      ? value
      : String(value);

async function readAll(list: List, query: object, by: string) {
  const keys: (string | number | bigint)[] = [];
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await readPage(list, { ...query, limit: 3, ...(cursor !== undefined && { cursor }) }, by);
    keys.push(...page.keys);
    ids.push(...page.ids);
    cursor = page.nextCursor;
    if (ids.length > 2_000) throw new Error("the list does not end");
  }
  return { keys, ids };
}

const compare = (one: string | number | bigint, other: string | number | bigint) =>
  one < other ? -1 : one > other ? 1 : 0;

it.each(byName)("%s come whole in each order, page by page, with ties", async (_, list) => {
  const whole = await readPage(list, { limit: 2_000 });
  expect(whole.ids.length).toBeGreaterThan(5);
  for (const [sort, field] of Object.entries(list.orders)) {
    for (const direction of ["asc", "desc"] as const) {
      const { ids, keys } = await readAll(list, { sort, direction }, field);
      expect(ids.toSorted()).toEqual(whole.ids.toSorted());
      if (field === "" || field === "id" || field === "wallet_address") continue;
      const sorted = keys.toSorted(compare);
      expect(keys).toEqual(direction === "asc" ? sorted : sorted.toReversed());
    }
    const up = await readAll(list, { sort, direction: "asc" }, field);
    const down = await readAll(list, { sort, direction: "desc" }, field);
    expect(up.ids).toEqual(down.ids.toReversed());
  }
});

const refused = {
  code: "INVALID_INPUT",
  field: "cursor",
  message: "cursor must be one of the same sort, direction and search",
};

it.each(byName)("%s are searched, and a cursor is of one order and one search", async (_, list) => {
  const [text, count] = list.search;
  const [first = "", other = first] = Object.keys(list.orders);
  const search = text();
  const found = await readAll(list, { search }, "");
  expect(found.ids.length).toBeGreaterThan(0);
  expect(found.ids).toHaveLength(count ?? found.ids.length);
  expect((await readPage(list, { limit: 10, search: "no-such-thing" })).ids).toEqual([]);
  const orders = [
    {},
    { sort: first, direction: "asc" },
    { sort: first, direction: "desc" },
    { sort: other, direction: "asc" },
    { sort: other, direction: "desc" },
  ];
  const cursors = await Promise.all(
    orders.map(async (order) => (await readPage(list, { ...order, limit: 2 })).nextCursor),
  );
  for (const [of, cursor] of cursors.entries())
    for (const [index, order] of orders.entries()) {
      // Two ways to ask for the list as it comes have one cursor.
      const isSame = cursors[index] === cursor || of === index;
      const answer = await list.read({ ...order, limit: 2, cursor } as never);
      expect(answer).toMatchObject(isSame ? { ok: true } : refused);
      const searched = await list.read({ ...order, limit: 2, cursor, search } as never);
      expect(searched).toMatchObject(refused);
    }
});

it("races are found by number and by a player, bets and holders by a name", async () => {
  const races = (search: string) => readAll(lists["races"] as List, { search }, "");
  const number = raceId.replace(/\D/g, "");
  expect((await races(number)).ids).toEqual([raceId]);
  const own = await database.db.selectDistinct({ id: bets.raceId }).from(bets).where(eq(bets.wallet, player));
  expect((await races(player)).ids.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
  const [user] = await database.db.select().from(users).where(eq(users.wallet, player));
  const name = user?.username.toUpperCase() ?? "";
  expect((await readAll(lists["bets of a race"] as List, { search: name }, "")).ids).toHaveLength(1);
});

it("USERS-8 reports, withdrawals and the house's transactions are found by eight characters", async () => {
  const found = async (name: keyof typeof lists, search: string) =>
    (await readAll(lists[name] as List, { search }, "")).ids;
  expect(await found("waiting reports", player.slice(0, 8))).toHaveLength(7);
  const own = await found("transactions of the house", player);
  expect(own.length).toBeGreaterThan(0);
  expect(await found("transactions of the house", player.slice(0, 8))).toEqual(own);
  const { ids } = await readAll(lists["withdrawals"] as List, {}, "");
  for (const id of ids) expect(await found("withdrawals", id.slice(0, 8))).toContain(id);
});
