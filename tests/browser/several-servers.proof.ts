import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPlayer, type Player } from "../support/player.ts";
import { type TestServer, startPostgres } from "../support/postgres.ts";
import { auditRace } from "../support/race-audit.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";
import { until } from "../support/until.ts";

const SOL = 1_000_000_000;

it("a second server on the same data folder is refused with one clear line", async () => {
  const first = await startServer();
  const second = await startServer({ dataDir: first.dataDir, untilReady: false });
  expect(await second.exited).toBe(1);
  expect(second.lines).toHaveLength(1);
  expect(second.lines[0]).toMatch(/in use by process \d+/);
  expect(second.lines[0]).toContain(first.dataDir);
  expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

describe("two servers on one Postgres", () => {
  let postgres: TestServer;
  let servers: [ServerProcess, ServerProcess];

  beforeAll(async () => {
    postgres = await startPostgres();
    const first = await startServer({ env: { DATABASE_URL: postgres.url } });
    const second = await startServer({ dataDir: first.dataDir, env: { DATABASE_URL: postgres.url } });
    servers = [first, second];
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop();
    await postgres?.stop();
  });

  it("INV-11 drive one race, take bets at both doors, and go on when the leader dies", async () => {
    const [first, second] = servers;
    const players = await Promise.all(
      [first, second, first, second, first, second].map((server, at) => joined(server, `twin-${at}`)),
    );
    const race = await until("an open race", async () => {
      const { body } = await newPlayer(second.url).call("GET", "/api/races/active");
      return body.race?.status === "pending" && body.race.bettingOpensAt && body.race;
    });
    const seen = await newPlayer(first.url).call("GET", "/api/races/active");
    expect(seen.body.race.id).toBe(race.id);

    const bets = await Promise.all(players.map((player, at) => player.bet(race.id, race.horses[at].id, 0.1)));
    for (const bet of bets) expect(bet.confirmed.body).toMatchObject({ success: true });
    await first.kill();

    await until("the race to be settled and paid by the other server", async () => {
      const { body } = await newPlayer(second.url).call("GET", `/api/races/verify/${race.id}`);
      const payouts = body.race?.settlement?.payouts;
      return payouts?.every((payout: { status: string }) => payout.status === "completed");
    });
    const audit = await auditRace(second.url, race.id);
    expect(audit.problems).toEqual([]);
    expect([audit.bets, audit.payouts]).toEqual([6, 1]);
  });
});

async function joined(server: ServerProcess, name: string): Promise<Player> {
  const player = newPlayer(server.url);
  await player.signIn();
  expect((await player.createProfile(name)).status).toBe(201);
  await player.airdrop(2 * SOL);
  return player;
}
