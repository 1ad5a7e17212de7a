import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUp } from "../../../src/server/foundation/db/backup.ts";
import { newBrowser } from "../../support/browser-session.ts";
import { makePlace } from "../../support/place.ts";
import { startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";
import { openSmallDisk, type SmallDisk } from "../kill/small-disk.ts";

/** Opens the database as the server does, and makes it write its checkpoint again and again. */
const CHECKPOINTS = `
  import { openDatabase } from "./src/server/foundation/db/open-database.ts";
  import { openLog } from "./src/server/adapters/log.ts";
  const { db } = await openDatabase({ databaseUrl: null, dataDir: process.env.DATA_DIR, log: openLog("info") });
  console.log("open");
  setInterval(() => db.execute("checkpoint").catch(() => undefined), 500);
`;
/** Restores as the command does, onto a disk that is full while the copy is examined. */
const RESTORE = `
  import { spawnSync } from "node:child_process";
  import { restore } from "./src/server/foundation/db/restore.ts";
  const dataDir = process.env.DATA_DIR;
  await restore({ dataDir, databaseUrl: null }, process.env.BACKUP, {
    replace: true,
    at: new Date(),
    async prove(db) {
      spawnSync("dd", ["if=/dev/zero", "of=" + dataDir + "/filler", "bs=4096"]);
      console.log("full");
      for (;;) await db.execute("checkpoint");
    },
  });
`;
/** Longer than the server's pause between two checkpoints. */
const FULL_MS = 65_000;

describe.runIf(process.getuid?.() === 0)("a full disk under the embedded database", () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = openSmallDisk(400);
  });
  afterAll(() => disk.remove());

  const openChild = () =>
    startServer({
      dataDir: disk.folder,
      untilReady: false,
      program: ["--import", "tsx", "--input-type=module", "--eval", CHECKPOINTS],
    });

  it("OPERATE-14 ends the process in one line when the database ends itself, and a start until there is space", async () => {
    const first = await openChild();
    await until("the database", async () => first.lines.includes("open"));
    disk.fill();
    const ended = await Promise.race([first.exited, pause(20_000, "spins")]);
    await first.kill();
    expect(ended).toBe(1);
    expect(first.lines.at(-1)).toContain("the embedded database has stopped, and the server with it");

    const second = await openChild();
    const refused = await Promise.race([second.exited, pause(30_000, "spins")]);
    await second.kill();
    expect(refused).toBe(1);

    disk.free();
    const third = await openChild();
    await until("the database again", async () => third.lines.includes("open"));
    await third.kill();
  }, 120_000);

  it("OPERATE-14 ends a restore and a first start in one line, and leaves nothing of them", async () => {
    const place = await makePlace();
    const backup = join(place.folder, "whole");
    await backUp({ dataDir: place.dataDir, databaseUrl: null }, backup);
    disk.free();
    const restoring = await startServer({
      dataDir: disk.folder,
      untilReady: false,
      env: { BACKUP: backup },
      program: ["--import", "tsx", "--input-type=module", "--eval", RESTORE],
    });
    const ended = await Promise.race([restoring.exited, pause(30_000, "spins")]);
    await restoring.kill();
    expect(ended).toBe(1);
    expect(restoring.lines).toEqual(["full", expect.stringContaining("nothing has changed. could not")]);
    expect(readdirSync(disk.folder).filter((name) => name.startsWith("database."))).toEqual([]);
    await place.remove();

    const empty = openSmallDisk(20);
    const starting = await startServer({
      dataDir: empty.folder,
      untilReady: false,
      env: { LOG_LEVEL: "error" },
    });
    expect(await starting.exited).toBe(1);
    expect(starting.lines).toEqual(["The disk of the embedded database is full."]);
    empty.remove();
  }, 120_000);

  it("OPERATE-14 leaves no server spinning: it goes on by itself, or ends and is started again", async () => {
    const first = await startServer({ dataDir: disk.folder });
    disk.fill();
    await Promise.race([first.exited, pause(FULL_MS)]);
    disk.free();
    const server = first.hasEnded() ? await startServer({ dataDir: disk.folder }) : first;
    const asks = (method: "GET" | "POST", path: string) => async () =>
      (await newBrowser(server.url).call(method, path)).status === 200;
    await until("readiness", asks("GET", "/api/health/ready"), { patienceMs: 30_000 });
    expect(await asks("POST", "/api/auth/nonce")()).toBe(true);
    expect(await server.stop()).toBe(0);
  }, 180_000);
});
