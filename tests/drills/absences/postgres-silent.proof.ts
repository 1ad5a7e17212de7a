import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWebIfStale } from "../../../scripts/build.mjs";
import { newPlayer, type Player } from "../../support/player.ts";
import { startPostgres, type TestServer } from "../../support/postgres.ts";
import { type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";
import { visit } from "../neighbours/visitor.ts";

const SOL = 1_000_000_000;
const SILENT_MS = 12_000;

let postgres: TestServer;
let server: ServerProcess;
let player: Player;
let observer: pg.Client;
beforeAll(async () => {
  buildWebIfStale();
  postgres = await startPostgres();
  server = await startServer({ env: { DATABASE_URL: postgres.url } });
  player = newPlayer(server.url);
  await player.signIn();
  await player.createProfile("a_saver");
  observer = new pg.Client({ connectionString: postgres.url });
  await observer.connect();
});
afterAll(async () => {
  await observer?.end();
  await server?.stop();
  await postgres?.stop();
});

/** Every process of the server stands still: connections stay open, new ones are taken, and nobody answers. */
async function whileSilent<T>(work: () => Promise<T>): Promise<T> {
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const pid of postgres.pids()) process.kill(pid, name);
  };
  signal("SIGSTOP");
  try {
    return await work();
  } finally {
    signal("SIGCONT");
  }
}

const refusal = ({ status, body }: Awaited<ReturnType<Player["call"]>>) => `${status} ${body?.code}`;
const leads = () =>
  server.lines.filter((line) => line.includes('"lease":"engine"') && line.includes('the leader"')).length % 2;

it("OPERATE-16 OPERATE-17 while Postgres says nothing, every call is refused, pages come, and it goes on by itself", async () => {
  await until("a leader", async () => leads() === 1);
  const visitor = visit(server.url);
  await whileSilent(async () => {
    await pause(SILENT_MS);
    expect(leads()).toBe(0);
    // One after the other, which takes minutes where each of them waits.
    const refused = async () => {
      const codes = new Set<string>();
      for (let call = 0; call < 50; call += 1) {
        codes.add(refusal(await player.call("POST", "/api/wallet/withdraw", { body: { amount: 1 } })));
      }
      return [...codes];
    };
    expect(await Promise.race([refused(), pause(5_000, "waits")])).toEqual(["503 UNAVAILABLE"]);
    expect((await player.call("GET", "/api/health/live")).status).toBe(200);
    const ready = await player.call("GET", "/api/health/ready");
    expect(ready.body.message).toContain("database does not answer");
  });
  await until("the race", async () => (await player.call("GET", "/api/races/active")).status === 200, {
    patienceMs: 10_000,
  });
  await until("readiness", async () => (await player.call("GET", "/api/health/ready")).status === 200, {
    patienceMs: 10_000,
  });
  await until("a leader again", async () => leads() === 1, { patienceMs: 20_000 });
  const { pageFailures, refused, calls } = await visitor.stop();
  expect(pageFailures).toEqual([]);
  // What waited when the silence began has its answer before a visitor gives up.
  expect(Object.keys(refused)).toEqual(["503 UNAVAILABLE"]);
  expect(calls).toBeGreaterThan(refused["503 UNAVAILABLE"]!);
});

it("OPERATE-16 IDEM-2 a withdrawal that is refused while it is stored happens once, asked for again with its key", async () => {
  const { body } = await until("the house", async () => {
    const solvency = await player.call("GET", "/api/solvency");
    return solvency.status === 200 && solvency;
  });
  const deposit = body.holdings.find(({ kind }: { kind: string }) => kind === "deposit").address;
  await player.airdrop(5 * SOL);
  await player.transfer(deposit, 3 * SOL);
  await until("the deposit", async () => (await player.balance()) === 3);
  await observer.query(`
    create function slow_commit() returns trigger language plpgsql as
      $$ begin perform pg_sleep(3); return null; end $$;
    create constraint trigger slow_commit after insert on payments initially deferred
      for each row when (new.kind = 'withdrawal') execute function slow_commit()`);
  const withdraw = () =>
    player.call("POST", "/api/wallet/withdraw", {
      body: { amount: 1 },
      headers: { "idempotency-key": "the-same-withdrawal" },
    });
  const stored = async () => {
    const { rows } = await observer.query<{ id: string }>(
      "select id from payments where kind = 'withdrawal' and wallet = $1",
      [player.address],
    );
    return rows.map(({ id }) => id);
  };

  const first = withdraw();
  await until(
    "its commit",
    async () => {
      const { rows } = await observer.query(
        "select from pg_stat_activity where state = 'active' and query ~ '^commit' and wait_event = 'PgSleep'",
      );
      return rows.length > 0;
    },
    { everyMs: 20 },
  );
  expect(refusal(await whileSilent(() => first))).toBe("503 UNAVAILABLE");
  // It was refused, and is stored.
  await until("the withdrawal", async () => (await stored()).length > 0, { patienceMs: 20_000 });
  const again = await until("its answer", async () => {
    const answer = await withdraw();
    return answer.status !== 503 && answer;
  });
  expect(again.status).toBe(201);
  expect(await stored()).toEqual([again.body.withdrawal.id]);
  expect(await player.balance()).toBe(2);
});
