import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { startPostgres, type TestServer } from "../../support/postgres.ts";
import { freePort, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

it("OPERATE-11 a rejection that nothing handles is one line, and ends the server in order, unless a neighbour was away", async () => {
  const rejecting = `await import("./src/server/main.ts");
    const reasons = [Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), new Error("nobody cares")];
    process.on("SIGUSR2", () => Promise.reject(reasons.shift()))`;
  const server = await startServer({
    program: ["--import", "tsx", "--input-type=module", "--eval", rejecting],
  });
  await until("the lead", async () =>
    server.lines.some((line) => /"engine".*"became the leader"/.test(line)),
  );
  process.kill(server.pid, "SIGUSR2");
  const absence = await until("the line about the neighbour", async () =>
    server.lines.find((line) => line.includes("absence that nothing handled")),
  );
  expect(JSON.parse(absence)).toMatchObject({ level: "error", err: { message: "refused" } });
  expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200);
  process.kill(server.pid, "SIGUSR2");
  expect(await server.exited).toBe(1);
  const said = server.lines.map(
    (line) => JSON.parse(line) as { level: string; msg: string; err?: Error; lease?: string },
  );
  expect(said.filter(({ level }) => level === "fatal")).toMatchObject([{ err: { message: "nobody cares" } }]);
  const terms = said.filter(({ lease }) => lease === "engine");
  expect(terms.map(({ msg }) => msg)).toEqual(["became the leader", "no longer the leader"]);
  // Which term, as the lease counts them.
  expect(terms).toMatchObject([{ fencing: "1" }, { fencing: "1" }]);
}, 180_000);

/** From now on the server lets nobody in without a password. */
async function wantPasswords({ url }: TestServer) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter role postgres password 'another'");
  const { rows } = await client.query<{ hba_file: string }>("show hba_file");
  writeFileSync(rows[0]!.hba_file, "host all all 127.0.0.1/32 scram-sha-256\n");
  await client.query("select pg_reload_conf()");
  await client.end();
}

it("OPERATE-15 a port that is taken, and a Postgres that is away or refuses the password, are one line", async () => {
  const port = await freePort();
  const occupant = createServer().listen(port, "127.0.0.1");
  const taken = await startServer({ port, untilReady: false, env: { LOG_LEVEL: "error" } });
  expect(await taken.exited).toBe(1);
  expect(taken.lines).toEqual([`listen EADDRINUSE: address already in use 127.0.0.1:${port}`]);
  occupant.close();

  const postgres = await startPostgres();
  const secret = "0123456789abcdef";
  await wantPasswords(postgres);
  const refused = postgres.url.replace("postgres@", `postgres:${secret}@`);
  const gone = `postgres://furlong:${secret}@127.0.0.1:${await freePort()}/furlong`;
  for (const [url, reason] of [
    [refused, 'password authentication failed for user "postgres"'],
    [gone, "connect ECONNREFUSED"],
  ] as const) {
    const server = await startServer({ untilReady: false, env: { DATABASE_URL: url, LOG_LEVEL: "error" } });
    expect(await server.exited).toBe(1);
    expect(server.lines).toHaveLength(1);
    expect(server.lines[0]).toContain(`The Postgres of DATABASE_URL cannot be used: ${reason}`);
    expect(server.lines[0]).not.toContain(secret);
  }
  await postgres.stop();
}, 180_000);

it("OPERATE-15 a command that cannot use its data folder says so in one line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "furlong-command-"));
  const file = join(folder, "file");
  writeFileSync(file, "");
  for (const [name, ...given] of [
    ["backup", join(folder, "copy")],
    ["restore-wallets", file],
  ] as const) {
    const command = await startServer({
      program: ["scripts/run.mjs", name, ...given],
      dataDir: join(file, "data"),
      untilReady: false,
      env: { HOUSE_MASTER_PASSWORD: "Long enough 1" },
    });
    expect(await command.exited).toBe(1);
    expect(command.lines).toEqual([expect.stringMatching(/^\{"type":"Error","message":"ENOTDIR/)]);
  }
  rmSync(folder, { recursive: true });
}, 60_000);
