import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../domain/day-length.ts";
import { manualClock } from "../../tests/support/clock.ts";
import { exportOf } from "../../tests/support/export.ts";
import { openTestServer, type TestServer } from "../../tests/support/http-server.ts";
import { openRaceRoom, type RaceRoom } from "../../tests/support/race-room.ts";
import { copyExport } from "./copy-export.ts";

let room: RaceRoom;
let server: TestServer;
let log: ReturnType<typeof exportOf>;
let folder: string;
beforeAll(async () => {
  room = await openRaceRoom({ clock: manualClock(Date.parse("2026-11-24T12:00:00.000Z")) });
  server = await openTestServer({ database: room.database, clock: room.clock });
  log = exportOf(room);
  await race();
  await race();
});
afterAll(async () => {
  await server.close();
  await room.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "furlong-export-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function race() {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: 100_000_000n });
  await room.bet(id, "bob", { horse: 2, stake: 200_000_000n });
  await room.runToEnd(id);
  await room.confirmAnchors();
  await log.record();
}
async function nextDay() {
  await room.clock.advance(DAY_MS);
  await log.seal();
  await room.confirmAnchors();
  await log.record();
}
async function copy() {
  const said: string[] = [];
  await copyExport({ url: server.url, folder, clock: room.clock, say: (line) => void said.push(line) });
  return said;
}
const inFolder = (name: string) => join(folder, name);
const read = (name: string) => readFile(inFolder(name), "utf8");
const linesOf = async (name: string) => (await read(name)).split("\n").slice(0, -1);

it("EXPORT-8 copies what is in no day yet, and goes on where it ended, also after a kill", async () => {
  const lines = await log.lines();
  expect(await copy()).toContain(
    `${lines.length} records are not in a day yet, ${lines.length} of them copied just now.`,
  );
  expect(await linesOf("open.ndjson")).toEqual(lines);
  await race();
  await appendFile(inFolder("open.ndjson"), '{"seq":4,"at":"20');
  const more = await log.lines();
  expect(await copy()).toContain(
    `${more.length} records are not in a day yet, ${more.length - lines.length} of them copied just now.`,
  );
  expect(await linesOf("open.ndjson")).toEqual(more);
});

it("EXPORT-8 copies each day once it is sealed, as it is served, and keeps what it has", async () => {
  await copy();
  await nextDay();
  await race();
  const said = await copy();
  const files = await log.files();
  const [file] = files;
  expect(said[0]).toMatch(
    `2026-11-24: ${file?.records} records, ${file?.bytes} bytes, SHA-256 ${file?.sha256}`,
  );
  expect(await read("2026-11-24.ndjson")).toBe(file?.text);
  expect(JSON.parse(await read("days.json")).days).toEqual([
    expect.objectContaining({ day: "2026-11-24", sha256: file?.sha256, records: file?.records }),
  ]);
  expect(await linesOf("open.ndjson")).toEqual((await log.lines()).slice(file?.records));
  await nextDay();
  expect(await copy()).toContain(
    `2 days with ${(await log.files()).reduce((sum, { records }) => sum + records, 0)} records are copied, 1 of them just now.`,
  );
  expect((await readdir(folder)).toSorted()).toEqual([
    "2026-11-24.ndjson",
    "2026-11-25.ndjson",
    "days.json",
    "open.ndjson",
  ]);
});

it("EXPORT-8 says what is not as it was: a file, a day, a record that was open, a server", async () => {
  await copy();
  const [day = ""] = (await readdir(folder)).filter((name) => name.startsWith("20"));
  const text = await read(day);
  const withDay = async (changed: string) => {
    await writeFile(inFolder(day), changed);
    return copy();
  };
  await expect(withDay(text.replace("localnet", "devnet"))).rejects.toThrow(`${day} has the hash`);
  await expect(withDay(text.replace('"seq":2,', '"seq":9,'))).rejects.toThrow("lacks record 2");
  await expect(withDay(text.slice(0, -1))).rejects.toThrow("does not have the number of records");
  await expect(withDay("{}\n")).rejects.toThrow("does not begin with a header");
  expect(await read(day)).toBe("{}\n");
  await writeFile(inFolder(day), text);
  await writeFile(inFolder("2026-01-01.ndjson"), text);
  await expect(copy()).rejects.toThrow("the server no longer has that day");
  await rm(inFolder("2026-01-01.ndjson"));
  const open = await read("open.ndjson");
  const last = (await log.lines()).length;
  await writeFile(inFolder("open.ndjson"), `${open}{"seq":${last + 1},"at":"later"}\n`);
  await expect(copy()).rejects.toThrow(`Record ${last + 1} is not what the server showed before`);
  await writeFile(inFolder("open.ndjson"), `{"seq":1,"at":"other"}\n`);
  await expect(copy()).rejects.toThrow("has a record 1 that differs");
  const nobody = copyExport({ url: "http://127.0.0.1:1", folder, clock: room.clock, say: () => undefined });
  await expect(nobody).rejects.toThrow("http://127.0.0.1:1 does not answer");
  await writeFile(inFolder("open.ndjson"), "");
  await copy();
  expect(await read("open.ndjson")).toBe(open);
});
