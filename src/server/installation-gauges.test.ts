import { mkdirSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { unpackDatabase } from "../../tests/support/database-image.ts";
import { backUp, lastBackupOf } from "./foundation/db/backup.ts";
import { installationGauges } from "./installation-gauges.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "furlong-installation-"));
  dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = (databaseUrl: string | null) =>
  Promise.all(installationGauges({ dataDir, databaseUrl }).map(async (gauge) => gauge.read()));

it("OPERATE-9 the time of the last backup that was finished, and the free share of the disk, are metrics", async () => {
  await unpackDatabase(dataDir);
  const server = "postgres://127.0.0.1/furlong";
  expect((await read(server))[0]).toBe(0);
  await expect(backUp({ dataDir: folder, databaseUrl: null }, join(folder, "none"))).rejects.toThrow(
    "no database",
  );
  expect((await read(server))[0]).toBe(0);
  await backUp({ dataDir, databaseUrl: null }, join(folder, "copy"));
  utimesSync(lastBackupOf(dataDir), 1_000, 1_000);
  const [last, free] = await read(server);
  expect(last).toBe(1_000);
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThan(1);
  expect((await read(null))[0]).toBeNaN();
});
