import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { type ManualClock, manualClock } from "../../../../tests/support/clock.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { exportLines, sealedFiles } from "../../../../tests/support/export.ts";
import { faultLine, faulty } from "../../../../tests/support/faults.ts";
import { sha256Hex } from "../../../domain/fairness.ts";
import type { Db } from "../../foundation/db/database.ts";
import { acquireLease, LeaseLost } from "../../foundation/db/lease.ts";
import { exportDays, exportParts } from "../../foundation/db/schema/export.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { daySource } from "./day-source.ts";
import { recordNext } from "./record-next.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";
import { sealDay } from "./seal-day.ts";

let database: TestDatabase;
let clock: ManualClock;
let token: bigint;
beforeEach(async () => {
  database = await openTestDatabase();
  clock = manualClock(Date.parse("2026-11-24T20:00:00.000Z"));
  token = await takeLease();
});
afterEach(() => database.close());

async function takeLease(): Promise<bigint> {
  const taken = await acquireLease(database.db, { name: "t", holder: "h", ttlMs: 3_600_000, force: true });
  if (taken === null) throw new Error("the lease was not given");
  return taken;
}
const portsOf = (db: Db = database.db) => ({
  db,
  clock,
  lease: { name: "t", token },
  network: "localnet" as const,
});

/** A source of this many rows of text, as a rule log would have them. */
const rows = (count: number, length = 10): RecordSource => ({
  name: "test",
  async readNext(db) {
    const from = await readCursor(db, "test");
    if (from >= count) return null;
    const row = from + 1;
    const entry = `${row} `.padEnd(length, "ä\n");
    return {
      lines: [{ key: `test:${row}`, line: { kind: "rule", row, entry, hash: sha256Hex(entry) } }],
      take: (tx) => moveCursor(tx, "test", from, row),
    };
  },
});
const record = (source: RecordSource, db?: Db) => recordNext(portsOf(db), source);
async function recordAll(source: RecordSource) {
  while (await record(source));
}
const setClock = (time: string) => clock.advance(Date.parse(time) - clock.now());
const lines = () => exportLines(database.db);
const rowsIn = async () =>
  (await lines()).map((line) => {
    const { seq, row } = JSON.parse(line) as { seq: number; row: number };
    return [seq, row];
  });
const failure = (statement: string) => database.db.execute(sql.raw(statement)).then(() => null, sqlState);

it("EXPORT-1 a line is JSON with its number and the moment first, and is stored as text", async () => {
  await recordAll(rows(2));
  expect((await lines())[1]).toBe(
    `{"seq":2,"at":"2026-11-24T20:00:00.000Z","kind":"rule","row":2,"entry":"2 ä\\nä\\nä\\nä\\n","hash":"${sha256Hex("2 ä\nä\nä\nä\n")}"}`,
  );
});

it.each([
  ["short", 10],
  ["long", 300_000],
])(
  "EXPORT-7 a kill at any point of recording a %s line loses nothing and records nothing twice",
  async (_, length) => {
    const source = rows(3, length);
    let breaks = 0;
    for (let breakAt = 1; ; breakAt += 1) {
      const line = faultLine(breakAt);
      const before = (await rowsIn()).length;
      await record(source, faulty(database.db, line)).catch((error: unknown) => {
        if (!line.isBroken) throw error;
      });
      // All or nothing.
      const after = await rowsIn();
      expect(after).toEqual([1, 2, 3].slice(0, after.length).map((number) => [number, number]));
      const isCommitted = !line.isBroken || line.brokeIn === "committed";
      expect(after.length - before).toBeLessThanOrEqual(isCommitted ? 1 : 0);
      if (!line.isBroken) break;
      breaks += 1;
    }
    expect(breaks).toBeGreaterThan(length > 1_000 ? 30 : 8);
    await recordAll(source);
    expect(await rowsIn()).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    const entries = (await lines()).map((text) => (JSON.parse(text) as { entry: string }).entry);
    expect(entries.map((entry) => entry.length)).toEqual([length, length, length]);
  },
);

it("EXPORT-7 several at once record each thing once", async () => {
  const source = rows(5, 100_000);
  while ((await rowsIn()).length < 5)
    await Promise.allSettled([record(source), record(source), record(source)]);
  expect(await rowsIn()).toEqual([1, 2, 3, 4, 5].map((number) => [number, number]));
});

it("EXPORT-7 who has lost the lead records and seals nothing", async () => {
  await recordAll(rows(1));
  await clock.advance(DAY_MS);
  const deposed = portsOf();
  token = await takeLease();
  await expect(recordNext(deposed, rows(2))).rejects.toThrow(LeaseLost);
  await expect(recordNext(deposed, rows(2, 200_000))).rejects.toThrow(LeaseLost);
  await expect(sealDay(deposed)).rejects.toThrow(LeaseLost);
  expect(await rowsIn()).toEqual([[1, 1]]);
  expect(await database.db.select().from(exportDays)).toEqual([]);
});

it("EXPORT-1 the database refuses gaps, changes, texts of what is published and records of a day that is over", async () => {
  await recordAll(rows(2));
  const insert = (seq: number, day: string) =>
    failure(
      `with text as (insert into export_parts values (${seq}, 0, 1, 'x') returning seq)
       insert into export_records select seq, '${day}', 'k${seq}', 1, now() from text`,
    );
  expect(await failure("update export_records set key = 'x'")).toBe("23001");
  expect(await failure("delete from export_records")).toBe("23001");
  expect(await failure("truncate export_records")).toBe("23001");
  expect(await failure("update export_parts set text = 'x'")).toBe("23001");
  expect(await failure("delete from export_parts where seq = 1")).toBe("23001");
  expect(await failure("insert into export_parts values (1, 1, 1, 'x')")).toBe("23001");
  expect(await failure("insert into export_records values (3, '2026-11-24', 'k', 1, now())")).toBe("23514");
  expect(await insert(4, "2026-11-24")).toBe("23514");
  expect(await insert(3, "2026-11-23")).toBe("23514");
  await clock.advance(DAY_MS);
  await sealDay(portsOf());
  expect(await insert(3, "2026-11-24")).toBe("23514");
  expect(await failure("update export_days set sha256 = 'x'")).toBe("23001");
  expect(await failure("delete from export_days")).toBe("23001");
  expect(await failure("delete from export_day_parts")).toBe("23001");
  expect(await failure("update export_day_parts set content = ''")).toBe("23001");
});

it("EXPORT-5 a day's file is its header and lines; the next names its hash, and a record its memo", async () => {
  await recordAll(rows(2));
  await sealDay(portsOf());
  await setClock("2026-11-25T00:04:00.000Z");
  await sealDay(portsOf());
  expect(await sealedFiles(database.db)).toEqual([]);
  await setClock("2026-11-25T00:06:00.000Z");
  await Promise.allSettled([sealDay(portsOf()), sealDay(portsOf())]);
  await sealDay(portsOf());
  await recordAll(rows(3));
  // Two days without a server.
  await setClock("2026-11-28T12:00:00.000Z");
  await sealDay(portsOf());
  await sealDay(portsOf());
  const [first, second, ...more] = await sealedFiles(database.db);
  expect(more).toEqual([]);
  const [one, two, three] = await lines();
  expect(first?.text).toBe(
    `{"furlong":"export","version":1,"network":"localnet","day":"2026-11-24","previous":null,"first":1,"records":2}\n${one}\n${two}\n`,
  );
  expect(first).toMatchObject({ sha256: sha256Hex(first?.text ?? ""), records: 2, first: 1 });
  expect(first?.bytes).toBe(Buffer.byteLength(first?.text ?? ""));
  expect(second?.text).toBe(
    `{"furlong":"export","version":1,"network":"localnet","day":"2026-11-25","previous":"${first?.sha256}","first":3,"records":1}\n${three}\n`,
  );
  const memos = await database.db.select().from(payments).orderBy(payments.id);
  expect(memos.map(({ id, memo }) => [id, memo])).toEqual([
    ["export-2026-11-24", `furlong:1:export day=2026-11-24 records=2 sha256=${first?.sha256}`],
    ["export-2026-11-25", `furlong:1:export day=2026-11-25 records=1 sha256=${second?.sha256}`],
  ]);
  expect(await record(daySource)).toBe(false);
  await database.db.update(payments).set({ status: "completed", signature: "1".repeat(64) });
  await recordAll(daySource);
  expect((await lines()).slice(3).map((line) => JSON.parse(line) as object)).toMatchObject([
    { kind: "day", day: "2026-11-24", sha256: first?.sha256, records: 2, anchor: "1".repeat(64) },
    { kind: "day", day: "2026-11-25", sha256: second?.sha256, records: 1 },
  ]);
});

it("EXPORT-5 EXPORT-7 a kill at any point of sealing leaves no file, and the next round makes it with one memo", async () => {
  await recordAll(rows(4, 150_000));
  await clock.advance(DAY_MS);
  for (let breakAt = 1; ; breakAt += 1) {
    const line = faultLine(breakAt);
    await sealDay(portsOf(faulty(database.db, line))).catch((error: unknown) => {
      if (!line.isBroken) throw error;
    });
    const isSealed = (await sealedFiles(database.db)).length === 1;
    expect((await database.db.select().from(payments)).length).toBe(isSealed ? 1 : 0);
    if (!line.isBroken) break;
  }
  const [file, ...more] = await sealedFiles(database.db);
  expect(more).toEqual([]);
  expect(file?.text.split("\n").slice(1)).toEqual([...(await lines()), ""]);
  expect(sha256Hex(file?.text ?? "")).toBe(file?.sha256);
});

it("EXPORT-7 what a process that was killed had written of a long line is written anew", async () => {
  await database.db.insert(exportParts).values([
    { seq: 1, part: 0, attempt: 1n, text: "half" },
    { seq: 1, part: 9, attempt: 1n, text: "of it" },
  ]);
  await recordAll(rows(2, 100_000));
  expect(await rowsIn()).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
