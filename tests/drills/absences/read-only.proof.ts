import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newBrowser } from "../../support/browser-session.ts";
import { startPostgres, type TestServer } from "../../support/postgres.ts";
import { type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

let postgres: TestServer;
let server: ServerProcess;
beforeAll(async () => {
  postgres = await startPostgres();
  server = await startServer({ env: { DATABASE_URL: postgres.url } });
});
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
});

/** As after a fail-over to a standby: sessions stay, and each write is refused. */
async function setReadOnly(isReadOnly: boolean) {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("set session characteristics as transaction read write");
  await client.query(`alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
  await client.query("select pg_reload_conf()");
  await client.end();
}

const call = (method: "GET" | "POST", path: string) => newBrowser(server.url).call(method, path);
const leaderships = () =>
  server.lines.filter((line) => line.includes('"lease":"engine"') && line.includes('the leader"')).length;

it("OPERATE-13 a Postgres that takes no writes is said to be so, ends the leadership, and is used again by itself", async () => {
  await until("a leader", async () => leaderships() % 2 === 1);
  const before = leaderships();
  await setReadOnly(true);
  await until("the leader to step down", async () => leaderships() === before + 1, { patienceMs: 8_000 });
  expect((await call("GET", "/api/races/active")).status).toBe(200);
  expect((await call("GET", "/api/health/live")).status).toBe(200);
  const write = await call("POST", "/api/auth/nonce");
  expect([write.status, write.body.code, write.body.message]).toEqual([
    503,
    "UNAVAILABLE",
    "Nothing can be saved at the moment. Please try again in a minute.",
  ]);
  const ready = await until("readiness to say so", async () => {
    const answer = await call("GET", "/api/health/ready");
    return answer.status === 503 && answer;
  });
  expect(ready.body.message).toContain("database takes no writes");

  await setReadOnly(false);
  await until("a leader again", async () => leaderships() === before + 2, { patienceMs: 20_000 });
  expect((await call("POST", "/api/auth/nonce")).status).toBe(200);
  await until("readiness", async () => (await call("GET", "/api/health/ready")).status === 200);
});
