import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { commitOf } from "../../../../tests/support/log-rows.ts";
import { openTestLog } from "../../../../tests/support/open-test-log.ts";
import { rowsOfLog, toldRules } from "../../../../tests/support/rules.ts";
import { useTestServer } from "../../../../tests/support/use-test-server.ts";
import type { EntryContent } from "../../../domain/log/entry.ts";
import { ruleKeys } from "../../../domain/race-rules.ts";
import { headOf } from "../../../domain/rule-log.ts";
import { appendEntries } from "../../foundation/public-log/append-entries.ts";
import { readOpenLog } from "../../foundation/public-log/read-log.ts";
import { changeSetting } from "../../foundation/settings/change-setting.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { stateRules } from "../../foundation/rule-log/state-rules.ts";

const clock = manualClock();
const at = new Date("2026-11-24T10:00:00.123Z");
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const { stringify } = JSON;
const ports = () => ({ db: database.db, clock });
const set = (key: string, value: string, reason: string | null = null) =>
  changeSetting(ports(), { key, value, by: "admin", reason });

describe("the log's beginning", () => {
  it("RULELOG-2 tells every rule in force, changed before or not", async () => {
    await database.db.transaction((tx) => writeSetting(tx, { key: "house_edge", value: "7", by: null, at }));
    await openTestLog(ports());
    const [first, ...others] = await toldRules(database.db);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: "open", rules: { house_edge: "7", min_bet_amount: "0.01" } });
    expect(Object.keys(first?.["rules"] as object)).toEqual(ruleKeys.toSorted());
  });

  it("RULELOG-2 tells no setting of the house's own work", async () => {
    await openTestLog(ports());
    const text = stringify(await toldRules(database.db));
    for (const kept of ["rpc_url", "chat_moderators", "hot_wallet_ceiling", "second_admin"])
      expect(text).not.toContain(kept);
  });

  it("RULELOG-2 is followed, at a later start, by what changed without an entry", async () => {
    await stateRules(ports());
    expect(await toldRules(database.db)).toEqual([]);
    await openTestLog(ports());
    await set("house_edge", "4");
    await Promise.all([stateRules(ports()), stateRules(ports())]);
    expect(await toldRules(database.db)).toHaveLength(2);
    // Changed manually, or by a server of another version.
    await database.db.transaction((tx) => writeSetting(tx, { key: "house_edge", value: "9", by: null, at }));
    await stateRules(ports());
    expect((await toldRules(database.db)).slice(2)).toMatchObject([
      { kind: "setting", key: "house_edge", from: "4", to: "9", reason: null },
    ]);
  });

  it("RULELOG-2 says nothing of another network, whose log is still to be opened", async () => {
    await openTestLog(ports());
    await database.db.transaction((tx) =>
      writeSetting(tx, { key: "network", value: "devnet", by: null, at }),
    );
    await stateRules(ports());
    expect(await toldRules(database.db)).toHaveLength(1);
  });
});

describe("a change of a setting", () => {
  beforeEach(() => openTestLog(ports()));

  it("RULELOG-2 of the rules has a row with what it was, what it is and why", async () => {
    await set(
      "house_edge",
      "4",
      "  Cheaper for the winter. Asked for by 4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH ",
    );
    const [, told] = await toldRules(database.db);
    expect(told).toEqual({
      row: 2,
      at: new Date(clock.now()).toISOString(),
      kind: "setting",
      key: "house_edge",
      from: "5",
      to: "4",
      reason: "Cheaper for the winter. Asked for by …",
    });
  });

  it("RULELOG-2 that is none, is refused, or is of no rule has none", async () => {
    await set("house_edge", "5");
    expect(await set("house_edge", "500")).toMatchObject({ ok: false });
    await set("theme", "solana-future");
    await set("second_admin_above_sol", "3");
    expect(await toldRules(database.db)).toHaveLength(1);
  });
});

describe("its calls", () => {
  const site = useTestServer();

  it("RULELOG-3 RULELOG-5 everybody reads it by pages, newest first, and as a feed", async () => {
    const { db } = site.server;
    const own = { db, clock };
    const read = async (query: string) =>
      (await fetch(`${site.url}/api/rules-log${query}`)).json() as Promise<never>;
    expect(await read("")).toEqual({ success: true, rows: [], head: null, nextCursor: null });
    await openTestLog(own);
    await changeSetting(own, { key: "house_edge", value: "4", by: "admin", reason: "<b> & \u0001" });
    await changeSetting(own, { key: "max_bet_amount", value: "5", by: "admin" });
    const rows = await rowsOfLog(db);
    const [start, edge, most] = rows;
    const head = headOf(rows);
    expect(await read("?limit=2")).toEqual({
      success: true,
      rows: [most, edge],
      head,
      nextCursor: "2",
    });
    expect(await read("?limit=2&cursor=2")).toMatchObject({ rows: [start], head, nextCursor: null });
    expect(await read("?cursor=x")).toMatchObject({ success: false, code: "INVALID_INPUT", field: "cursor" });

    const feed = await fetch(`${site.url}/rules-log.atom`);
    expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const text = await feed.text();
    expect(text).toContain("<title>house_edge is 4 instead of 5</title>");
    expect(text).toContain(`<id>${site.url}/rules-log#row-3</id>`);
    expect(text).toContain("&lt;b&gt; &amp; ");
    expect(text).toContain(most!.entry.replaceAll('"', "&quot;"));
    expect(text.match(/<entry>/g)).toHaveLength(3);
  });
});

describe("its calls in a log with many races", () => {
  const site = useTestServer();
  /** The numbers of the entries, page by page. */
  async function pagesOf(limit: number): Promise<readonly (readonly number[])[]> {
    const pages: number[][] = [];
    let query = `?limit=${limit}`;
    for (let isLast = false; !isLast;) {
      const reply = await fetch(`${site.url}/api/rules-log${query}`);
      const page = (await reply.json()) as { rows: { row: number }[]; nextCursor: string | null };
      pages.push(page.rows.map(({ row }) => row));
      isLast = page.nextCursor === null;
      query = `?limit=${limit}&cursor=${page.nextCursor}`;
    }
    return pages;
  }

  it("RULELOG-3 leaves out what the log says of single races, however many", async () => {
    const { db } = site.server;
    const ports = { db, clock };
    await openTestLog(ports);
    let races = 0;
    const commit = (count: number) =>
      db.transaction((tx) =>
        appendEntries(
          tx,
          at,
          Array.from({ length: count }, () => commitOf((races += 1))),
        ),
      );
    const numbers: number[] = [1];
    for (const [turn, between] of [3, 254, 255, 256, 600, 1].entries()) {
      await commit(between);
      await changeSetting(ports, { key: "house_edge", value: String(turn + 6), by: "admin" });
      numbers.push((await readOpenLog(db))!.size);
    }
    await commit(40);
    for (const limit of [1, 2, 3, 7, 500]) {
      expect((await pagesOf(limit)).flat(), `${limit} at a time`).toEqual(numbers.toReversed());
    }
    await stateRules(ports);
    expect((await readOpenLog(db))!.size).toBe(numbers.at(-1)! + 40);
    expect(await (await fetch(`${site.url}/rules-log.atom`)).text()).not.toContain("commit");
  });

  it("RULELOG-3 a page is read from sixteen full bundles at most, however far its entries are apart", async () => {
    const { db } = site.server;
    await openTestLog({ db, clock });
    const halt: EntryContent = { kind: "rule", rule: "halt", reason: "x" };
    const before = (await readOpenLog(db))!.size;
    const commits = Array.from({ length: 255 }, (_, n) => commitOf(n + 1));
    for (let bundle = 0; bundle < 40; bundle += 1)
      await db.transaction((tx) => appendEntries(tx, at, [halt, ...commits]));
    const pages = await pagesOf(500);
    expect(pages.map(({ length }) => length).toSorted((a, b) => b - a)[0]).toBeLessThan(20);
    expect(pages.flat().filter((row) => row > before)).toHaveLength(40);
    const size = (await readOpenLog(db))!.size;
    await stateRules({ db, clock });
    expect((await readOpenLog(db))!.size).toBe(size);
  });
});
