import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backUp } from "../../../src/server/foundation/db/backup.ts";
import { openPostgres } from "../../../src/server/foundation/db/open-postgres.ts";
import { root } from "../../support/deployment.ts";
import { blocksOf } from "../../support/operate-pages.ts";
import { startPostgres, type TestServer } from "../../support/postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "furlong-pages-"));
const backup = join(folder, "backup");
let postgres: TestServer;
beforeAll(async () => {
  postgres = await startPostgres();
  const { close } = await openPostgres({ url: postgres.url, onError: () => {} });
  await close();
  await backUp({ dataDir: join(folder, "data"), databaseUrl: postgres.url }, backup);
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("backup.md: the commands that prove a backup restore it into a database of a role of its own, and remove both", async () => {
  const blocks = blocksOf("backup.md");
  const first = blocks.findIndex((block) => block.includes("create role furlong_proof"));
  const { host, hostname, port, username } = new URL(postgres.url);
  const commands = blocks
    .slice(first, first + 3)
    .join("")
    .replaceAll("sudo -u postgres ", "")
    .replaceAll("127.0.0.1/", `${host}/`)
    .replaceAll("/tmp/furlong-proof", join(folder, "proof"))
    .replaceAll(/\S+\.backup/g, backup);
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", commands], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username },
  });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`The database was restored from ${backup}.`);
  expect(stdout).toMatch(/count \| max[^]*0 \|[^]*count[^]*0/);
  expect(existsSync(join(folder, "proof"))).toBe(false);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(
    "select rolname as left from pg_roles where rolname = 'furlong_proof' union select datname from pg_database where datname = 'furlong_proof'",
  );
  await client.end();
  expect(rows).toEqual([]);
});
