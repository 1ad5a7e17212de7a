/**
 * How fast `GET /api/races/active` is answered, compared with a Fastify server that sends the same bytes: to visitors,
 * to visitors whose browser accepts compressed answers, and to players with a session. The servers take turns, with 32
 * connections each.
 *
 * Usage: node --import tsx bench/active-race.ts [--seconds 5] [--rounds 3] [--only embedded,postgres] [--ways visitors,brotli,players,live]
 *          ["--node-options=--cpu-prof --cpu-prof-dir=/tmp/profiles"]
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildServerIfStale } from "../scripts/build.mjs";
import { newPlayer, type Player } from "../tests/support/player.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { startServer } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";
import { measureHttp, type Measured, requestText, startBareServer } from "./http-load.ts";
import { percentile } from "./processor-time.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "embedded,postgres" },
    ways: { type: "string", default: "visitors,brotli,players,live" },
    "node-options": { type: "string", default: "" },
  },
});
const CONNECTIONS = 32;
const PATH = "/api/races/active";
const seconds = Number(values.seconds);
const wantedWays = new Set(values.ways.split(","));

const told = ({ perSecond, processorUs, tookMs, statuses }: Measured) =>
  `${perSecond.toFixed(0)}/s, ${processorUs.toFixed(0)} us, p99 ${percentile(tookMs, 99).toFixed(1)} ms` +
  (statuses.size === 1 && statuses.has(200) ? "" : ` (${JSON.stringify([...statuses])})`);

interface Way {
  readonly way: string;
  readonly what: string;
  readonly request: (connection: number) => string;
}

async function compare(server: { port: number; pid: number }, { what, request }: Way) {
  const load = { connections: CONNECTIONS, seconds, request };
  const { lastAnswer } = await measureHttp({ ...server, ...load, seconds: 1 });
  const bare = await startBareServer(lastAnswer);
  await measureHttp({ ...bare, ...load, seconds: 1 });
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const ours = await measureHttp({ ...server, ...load });
    const plain = await measureHttp({ ...bare, ...load });
    console.log(
      `${what}: ${told(ours)}; bare ${told(plain)}; rate ${(ours.perSecond / plain.perSecond).toFixed(2)}, ` +
        `processor ${(plain.processorUs / ours.processorUs).toFixed(2)} of bare; ${lastAnswer.length} bytes`,
    );
  }
  bare.stop();
}

/** One player per connection, each with a session; the first one also has a bet in the open race. */
async function enterPlayers(url: string): Promise<Player[]> {
  const players = Array.from({ length: CONNECTIONS }, () => newPlayer(url));
  const { race } = await until("a race that takes bets", async () => {
    const { body } = await newPlayer(url).call("GET", PATH);
    return body.race?.bettingOpensAt !== null && body.race !== null && body;
  });
  await Promise.all(
    players.map(async (player, at) => {
      await player.signIn();
      await player.createProfile(`asker-${at}`);
      // Two bets would start the race.
      if (at > 0) return;
      await player.airdrop(1_000_000_000);
      await player.bet(race.id, race.horses[0].id, 0.1);
    }),
  );
  return players;
}

async function measureDatabase(name: string, env: Record<string, string>) {
  const server = await startServer({
    program: [
      ...values["node-options"].split(" ").filter((option) => option !== ""),
      ...buildServerIfStale(),
    ],
    env: { LOG_LEVEL: "info", ...env },
  });
  try {
    const players = await enterPlayers(server.url);
    const cookies = players.map((player) => player.cookieHeader());
    const ways: Way[] = [
      { way: "visitors", what: `${name}, visitors`, request: () => requestText("GET", PATH) },
      {
        way: "brotli",
        what: `${name}, visitors, brotli`,
        request: () => requestText("GET", PATH, { headers: { "Accept-Encoding": "gzip, br" } }),
      },
      {
        way: "players",
        what: `${name}, players`,
        request: (at) => requestText("GET", PATH, { cookie: cookies[at % cookies.length] ?? "" }),
      },
      { way: "live", what: `${name}, health/live`, request: () => requestText("GET", "/api/health/live") },
    ];
    for (const one of ways) if (wantedWays.has(one.way)) await compare(server, one);
  } finally {
    await server.stop();
    rmSync(server.dataDir, { recursive: true });
  }
}

const wanted = new Set(values.only.split(","));
if (wanted.has("embedded")) await measureDatabase("embedded", {});
if (wanted.has("postgres")) {
  const postgres = await startPostgres();
  await measureDatabase("Postgres", { DATABASE_URL: postgres.url });
  await postgres.stop();
}
// The chain's library holds sockets open to servers that are gone.
process.exit(0);
