import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { request } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { fromJSONSchema } from "zod";
import * as z from "zod/mini";
import { DAY_MS } from "../../../domain/day-length.ts";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { manualClock } from "../../../../tests/support/clock.ts";
import { exportOf } from "../../../../tests/support/export.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { openRaceRoom, type RaceRoom, SOL } from "../../../../tests/support/race-room.ts";
import { exportHeader, exportRecord } from "../../../contract/export/export-records.ts";
import { exportParts, exportRecords } from "../../foundation/db/schema/export.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { recordPages } from "./record-pages.ts";

let room: RaceRoom;
let server: TestServer;
let log: ReturnType<typeof exportOf>;
beforeAll(async () => {
  room = await openRaceRoom({ clock: manualClock(Date.parse("2026-11-24T12:00:00.000Z")) });
  server = await openTestServer({ database: room.database, clock: room.clock });
  log = exportOf(room);
  await room.fundHouse(10n * SOL);
  for (let races = 0; races < 2; races += 1) {
    const { id } = await room.openRace();
    await room.bet(id, "alice", { horse: 1, stake: 100_000_000n });
    await room.bet(id, "bob", { horse: 2, stake: 200_000_000n });
    await room.runToEnd(id);
    await room.confirmAnchors();
    await log.record();
    if (races > 0) continue;
    await room.clock.advance(DAY_MS);
    await log.seal();
  }
});
afterAll(async () => {
  await server.close();
  await room.close();
});

const get = async (path: string) => newBrowser(server.url).call("GET", path);
/** The response as it comes over the wire, not decompressed. */
const raw = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(`${server.url}${path}`, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on("error", reject)
      .end();
  });
const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");

it("EXPORT-6 lists the days, each with its memo once that is final, and where the open records begin", async () => {
  const memo = eq(payments.id, "export-2026-11-24");
  await room.db
    .update(payments)
    .set({ status: "sent", signature: "2".repeat(64) })
    .where(memo);
  const { body } = await get("/api/export");
  const [file] = await log.files();
  expect(body).toEqual({
    success: true,
    days: [
      {
        day: "2026-11-24",
        sha256: file?.sha256,
        records: file?.records,
        bytes: file?.bytes,
        anchor: null,
      },
    ],
    next: 1 + (file?.records ?? 0),
  });
  await room.db
    .update(payments)
    .set({ status: "completed", signature: "1".repeat(64) })
    .where(memo);
  const after = await get("/api/export");
  expect(after.body.days[0].anchor).toBe("1".repeat(64));
});

it("EXPORT-6 a file is what its hash says, as gzip and as it is, and is kept for good", async () => {
  const [file] = await log.files();
  const path = `/api/export/${file?.sha256}.ndjson`;
  const packed = await raw(path, { "accept-encoding": "br;q=1.0, gzip;q=0.5" });
  expect(packed).toMatchObject({
    status: 200,
    headers: {
      "content-encoding": "gzip",
      "content-type": "application/x-ndjson",
      "content-length": String(packed.body.length),
      "cache-control": "public, max-age=31536000, immutable",
      vary: expect.stringContaining("accept-encoding"),
      "x-content-type-options": "nosniff",
    },
  });
  const content = gunzipSync(packed.body);
  expect(sha256(content)).toBe(file?.sha256);
  for (const accepted of ["identity", "gzip;q=0", ""]) {
    const plain = await raw(path, { "accept-encoding": accepted });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(plain.body.equals(content)).toBe(true);
  }
  const etag = String(packed.headers["etag"]);
  expect(await raw(path, { "if-none-match": etag })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  const head = await raw(path, { "accept-encoding": "gzip" }, "HEAD");
  expect([head.status, head.body.length]).toEqual([200, 0]);
  const [header = "", ...lines] = content.toString().trimEnd().split("\n");
  expect(z.decode(exportHeader, JSON.parse(header))).toMatchObject({ first: 1, records: lines.length });
  for (const line of lines) z.decode(exportRecord, JSON.parse(line));
});

it.each(["0".repeat(64), "../../../etc/passwd", "%2e%2e%2fx", `${"0".repeat(63)}G`, "day"])(
  "EXPORT-6 %s is no file",
  async (name) => {
    expect((await raw(`/api/export/${name}.ndjson`)).status).toBe(404);
  },
);

it("EXPORT-1 EXPORT-6 a page that more records follow is read once, the last one each time", async () => {
  const lines = await log.lines();
  const read = vi.spyOn(room.db, "execute");
  const page = recordPages(room.db);
  const first = await page({ cursor: 1, limit: 2 });
  expect(JSON.parse(first.text)).toEqual({ success: true, records: lines.slice(0, 2), nextCursor: "3" });
  const statements = read.mock.calls.length;
  expect(await page({ cursor: 1, limit: 2 })).toBe(first);
  expect(read.mock.calls.length).toBe(statements);
  const last = { cursor: lines.length, limit: 2 };
  expect(JSON.parse((await page(last)).text)).toMatchObject({ nextCursor: null });
  expect(await page(last)).not.toBe(await page(last));
  const open = { limit: 1_000 };
  expect(await page(open)).not.toBe(await page(open));
  read.mockRestore();
});

it("EXPORT-6 records are read from any number on, those of today first, page by page", async () => {
  const lines = await log.lines();
  const [file] = await log.files();
  const open = await get("/api/export/records");
  expect(open.body).toEqual({ success: true, records: lines.slice(file?.records), nextCursor: null });
  expect(open.body.records.length).toBeGreaterThan(0);
  const read: string[] = [];
  for (let cursor: string | null = "1"; cursor !== null;) {
    const { body } = await get(`/api/export/records?cursor=${cursor}&limit=1`);
    expect(body.records).toHaveLength(1);
    read.push(...body.records);
    cursor = body.nextCursor;
  }
  expect(read).toEqual(lines);
  const beyond = await get("/api/export/records?cursor=999");
  expect(beyond.body).toMatchObject({ records: [], nextCursor: null });
  for (const cursor of ["0", "-1", "x", "1e3", "9".repeat(16)])
    expect((await get(`/api/export/records?cursor=${cursor}`)).body).toMatchObject({
      code: "INVALID_INPUT",
      field: "cursor",
    });
});

it("EXPORT-6 the schema is JSON schema of every line, and the API's document has it", async () => {
  const { body } = await get("/api/export/schema.json");
  expect(body.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  const schema = fromJSONSchema(body);
  const [file] = await log.files();
  for (const line of [...(await log.lines()), file?.text.split("\n")[0] ?? ""]) {
    expect(z.safeParse(schema, JSON.parse(line)).error).toBeUndefined();
    const changed = { ...(JSON.parse(line) as object), kind: "rumour", furlong: "import" };
    expect(z.safeParse(schema, changed).success).toBe(false);
  }
  const { body: document } = await get("/api/openapi.json");
  expect(document.components.schemas).toMatchObject({
    ExportRecord: expect.anything(),
    ExportHeader: expect.anything(),
    ExportedRace: expect.anything(),
  });
});

// This test is last, since its records are not the game's.
it("EXPORT-6 a page ends where 64 KiB are full, and the next goes on after it", async () => {
  const first = (await log.lines()).length + 1;
  const long = Array.from({ length: 5 }, (_, at) => String(at).repeat(30_000));
  const records = long.map((line, at) => ({
    seq: first + at,
    day: "2026-11-25",
    key: `long-${at}`,
    bytes: line.length,
    createdAt: new Date(room.clock.now()),
  }));
  const parts = long.map((text, at) => ({ seq: first + at, attempt: 1n, part: 0, text }));
  await room.db.insert(exportParts).values(parts);
  await room.db.insert(exportRecords).values(records);
  const page = await get(`/api/export/records?cursor=${first}`);
  expect(page.body).toEqual({ success: true, records: long.slice(0, 3), nextCursor: String(first + 3) });
  const next = await get(`/api/export/records?cursor=${first + 3}`);
  expect(next.body).toEqual({ success: true, records: long.slice(3), nextCursor: null });
});
