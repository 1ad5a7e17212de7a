import { createHash } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manualClock } from "../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { toldRules } from "../../../tests/support/rules.ts";
import { useTestServer } from "../../../tests/support/use-test-server.ts";
import { compareWithRules, ruleKeys } from "../../domain/race-rules.ts";
import { freezeRaceSettings, storeRaceSettings } from "../../domain/race-settings.ts";
import { foldRules } from "../../domain/rule-log.ts";
import { ruleLog } from "../db/schema/rule-log.ts";
import { sqlState } from "../db/transaction.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { writeSetting } from "../settings/stored-settings.ts";
import { readRules } from "./read-rules.ts";
import { startRuleLog } from "./start-rule-log.ts";
import { writeRule } from "./write-rule.ts";

const clock = manualClock();
const at = new Date("2026-11-24T10:00:00.123Z");
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const { stringify } = JSON;
const ports = () => ({ db: database.db, clock });
const halt = (reason: string) => database.db.transaction((tx) => writeRule(tx, at, { kind: "halt", reason }));
const set = (key: string, value: string, reason: string | null = null) =>
  changeSetting(ports(), { key, value, by: "admin", reason });
const rowsOfLog = () => database.db.select().from(ruleLog).orderBy(asc(ruleLog.row));

describe("the rows of the rule log", () => {
  it("RULELOG-1 are numbered and chained by the database, whoever writes at once, without those that were rolled back", async () => {
    await startRuleLog(ports());
    await Promise.all(["a", 'b\n"ü', "c"].map(halt));
    const broken = database.db.transaction(async (tx) => {
      await writeRule(tx, at, { kind: "halt", reason: "lost" });
      throw new Error("A bug");
    });
    await expect(broken).rejects.toThrow("A bug");
    await halt("last");
    const told = await toldRules(database.db);
    expect(told.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
    expect(told.at(-1)).toEqual({ row: 5, at: at.toISOString(), kind: "halt", reason: "last" });
    // As an outsider computes it.
    let before = "0".repeat(64);
    for (const { entry, hash } of await rowsOfLog()) {
      before = createHash("sha256").update(`${before}\n${entry}`).digest("hex");
      expect(hash).toBe(before);
    }
  });

  it("RULELOG-1 are never older than the one before, whatever the clock of who writes says", async () => {
    await startRuleLog(ports());
    await halt("now");
    const earlier = new Date(at.getTime() - 3_000);
    await database.db.transaction((tx) => writeRule(tx, earlier, { kind: "halt", reason: 'by "another"' }));
    expect((await toldRules(database.db)).slice(1)).toEqual([
      { row: 2, at: at.toISOString(), kind: "halt", reason: "now" },
      { row: 3, at: at.toISOString(), kind: "halt", reason: 'by "another"' },
    ]);
  });

  it("RULELOG-1 take neither a number nor a hash from who writes, and never change", async () => {
    await startRuleLog(ports());
    await database.db
      .insert(ruleLog)
      .values({ row: 99, kind: "halt", entry: '{"at":"x","kind":"halt"}', hash: "f".repeat(64) });
    expect((await toldRules(database.db)).map(({ row }) => row)).toEqual([1, 2]);
    const failure = (statement: string) => database.db.execute(sql.raw(statement)).then(() => null, sqlState);
    expect(await failure("update rule_log set entry = '{}'")).toBe("23001");
    expect(await failure("delete from rule_log")).toBe("23001");
    expect(await failure("truncate rule_log")).toBe("23001");
  });
});

describe("its first row", () => {
  it("RULELOG-2 tells every rule in force, changed before or not, once", async () => {
    await database.db.transaction((tx) => writeSetting(tx, { key: "house_edge", value: "7", by: null, at }));
    await Promise.all([startRuleLog(ports()), startRuleLog(ports())]);
    const [first, ...others] = await toldRules(database.db);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ kind: "start", settings: { house_edge: "7", min_bet_amount: "0.01" } });
    expect(Object.keys(first?.["settings"] as object)).toEqual(ruleKeys);
  });

  it("RULELOG-2 tells no setting of the house's own work", async () => {
    await startRuleLog(ports());
    const text = stringify(await toldRules(database.db));
    for (const kept of ["rpc_url", "chat_moderators", "hot_wallet_ceiling", "second_admin"])
      expect(text).not.toContain(kept);
  });

  it("RULELOG-2 is followed, at a later start, by what changed without a row", async () => {
    await startRuleLog(ports());
    await set("house_edge", "4");
    await startRuleLog(ports());
    expect(await toldRules(database.db)).toHaveLength(2);
    // Changed manually, or by a server of another version.
    await database.db.transaction((tx) => writeSetting(tx, { key: "house_edge", value: "9", by: null, at }));
    await startRuleLog(ports());
    expect((await toldRules(database.db)).slice(2)).toMatchObject([
      { kind: "setting", key: "house_edge", from: "4", to: "9", reason: null },
    ]);
  });

  it("RULELOG-2 of a setting that this version brings, what it was is null", async () => {
    await startRuleLog(ports());
    const [start] = await rowsOfLog();
    await database.db.execute(sql`alter table rule_log disable trigger append_only`);
    const { minimum_age: _, ...others } = (JSON.parse(start!.entry) as { settings: Record<string, string> })
      .settings;
    await database.db.update(ruleLog).set({ entry: stringify({ row: 1, kind: "start", settings: others }) });
    await startRuleLog(ports());
    const [, told] = await rowsOfLog();
    expect(JSON.parse(told!.entry)).toMatchObject({ key: "minimum_age", from: null, to: "18" });
  });
});

describe("a change of a setting", () => {
  beforeEach(() => startRuleLog(ports()));

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

describe("the settings and the head that a race is given", () => {
  const mustAgree = async () => {
    const { settings, head } = await database.db.transaction((tx) => readRules(tx));
    const rows = (await rowsOfLog()).filter(({ row }) => row <= head.row);
    expect(rows.at(-1)?.hash).toBe(head.hash);
    const frozen = storeRaceSettings(freezeRaceSettings(settings, { raceType: "classic" }));
    expect(compareWithRules(frozen, foldRules(rows))).toEqual([]);
    return head.row;
  };

  it("RULELOG-4 are those of one moment, however settings change meanwhile: a change is in both or in neither", async () => {
    await startRuleLog(ports());
    let isOver = false;
    const change = async () => {
      for (let turn = 0; turn < 60; turn += 1) await set("house_edge", String(1 + (turn % 9)));
      isOver = true;
    };
    const seen = new Set<number>();
    const read = async () => {
      while (!isOver) seen.add(await mustAgree());
    };
    await Promise.all([change(), read(), read(), read()]);
    seen.add(await mustAgree());
    expect(Math.max(...seen)).toBe(61);
  });

  it.runIf(process.env["TEST_DATABASE_URL"])(
    "RULELOG-4 of a change that is not committed yet both are the ones of before",
    async () => {
      await startRuleLog(ports());
      let commit = () => {};
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      let changed = () => {};
      const isChanged = new Promise<void>((resolve) => (changed = resolve));
      const changing = database.db.transaction(async (tx) => {
        await writeSetting(tx, { key: "house_edge", value: "9", by: null, at });
        const told = { key: "house_edge", from: "5", to: "9", reason: null };
        await writeRule(tx, at, { kind: "setting", ...told });
        changed();
        await mayCommit;
      });
      await isChanged;
      expect(await mustAgree()).toBe(1);
      commit();
      await changing;
      expect(await mustAgree()).toBe(2);
    },
  );
});

describe("its calls", () => {
  const site = useTestServer();

  it("RULELOG-3 RULELOG-5 everybody reads it by pages, newest first, and as a feed", async () => {
    const { db } = site.server;
    const own = { db, clock };
    const read = async (query: string) =>
      (await fetch(`${site.url}/api/rules-log${query}`)).json() as Promise<never>;
    expect(await read("")).toEqual({ success: true, rows: [], head: null, nextCursor: null });
    await startRuleLog(own);
    await changeSetting(own, { key: "house_edge", value: "4", by: "admin", reason: "<b> & \u0001" });
    await changeSetting(own, { key: "max_bet_amount", value: "5", by: "admin" });
    const [start, edge, most] = await db.select().from(ruleLog).orderBy(asc(ruleLog.row));
    const shown = ({ row, entry, hash }: typeof ruleLog.$inferSelect) => ({ row, entry, hash });
    const head = { row: 3, hash: most!.hash };
    expect(await read("?limit=2")).toEqual({
      success: true,
      rows: [shown(most!), shown(edge!)],
      head,
      nextCursor: "2",
    });
    expect(await read("?limit=2&cursor=2")).toMatchObject({ rows: [shown(start!)], head, nextCursor: null });
    expect(await read("?cursor=x")).toMatchObject({ success: false, code: "INVALID_INPUT", field: "cursor" });

    const feed = await fetch(`${site.url}/rules-log.atom`);
    expect(feed.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const text = await feed.text();
    expect(text).toContain("<title>house_edge is 4 instead of 5</title>");
    expect(text).toContain(`<id>${site.url}/rules-log#row-3</id>`);
    expect(text).toContain("&lt;b&gt; &amp; ");
    expect(text).toContain(most!.hash);
    expect(text.match(/<entry>/g)).toHaveLength(3);
  });
});
