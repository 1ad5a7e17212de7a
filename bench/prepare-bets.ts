/**
 * How fast bets are prepared, compared with a Fastify that answers the same bytes: 32 connections of 32 players with
 * sessions, once with a new bet each time and once with the same bet again. In turn, on the embedded database and on
 * Postgres.
 *
 * Usage: node --import tsx bench/prepare-bets.ts [--seconds 5] [--rounds 3] [--only embedded,postgres] [--ways new,again]
 *          ["--node-options=--cpu-prof --cpu-prof-dir=/tmp/profiles"]
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildServerIfStale } from "../scripts/build.mjs";
import { newPlayer } from "../tests/support/player.ts";
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
    ways: { type: "string", default: "new,again" },
    "node-options": { type: "string", default: "" },
  },
});
const CONNECTIONS = 32;
const CREATED = 201;
const seconds = Number(values.seconds);
const wantedWays = new Set(values.ways.split(","));

const told = ({ perSecond, processorUs, tookMs, statuses }: Measured) =>
  `${perSecond.toFixed(0)}/s, ${processorUs.toFixed(0)} us, p50 ${percentile(tookMs, 50).toFixed(0)} p99 ${percentile(tookMs, 99).toFixed(0)} ms` +
  (statuses.size === 1 && statuses.has(CREATED) ? "" : ` (${JSON.stringify([...statuses])})`);

/** Players with a session and a profile; preparing a bet needs no money. */
async function enterPlayers(url: string) {
  const players = Array.from({ length: CONNECTIONS }, () => newPlayer(url));
  await Promise.all(
    players.map(async (player, at) => {
      await player.signIn();
      await player.createProfile(`preparer-${at}`);
    }),
  );
  const race = await until("a race that takes bets", async () => {
    const { body } = await newPlayer(url).call("GET", "/api/races/active");
    return body.race?.bettingOpensAt && body.race;
  });
  return { players, raceId: race.id as string, horseId: race.horses[0].id as number };
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
    const { players, raceId, horseId } = await enterPlayers(server.url);
    const path = `/api/races/${raceId}/bet/prepare`;
    let stakes = 20_000_000;
    const request = (amount: () => number) => (at: number) => {
      const { address, cookieHeader } = players[at % players.length] ?? newPlayer("");
      return requestText("POST", path, {
        cookie: cookieHeader(),
        body: { walletAddress: address, horseId, amount: amount() },
      });
    };
    const ways = {
      new: { what: "a new bet each time", request: request(() => (stakes += 1) / 1e9) },
      again: { what: "the same again", request: request(() => 0.01) },
    };
    for (const [way, { what, request: asked }] of Object.entries(ways)) {
      if (!wantedWays.has(way)) continue;
      const load = { connections: CONNECTIONS, seconds, request: asked };
      const { lastAnswer } = await measureHttp({ ...server, ...load, seconds: 2 });
      const bare = await startBareServer(lastAnswer, CREATED);
      await measureHttp({ ...bare, ...load, seconds: 1 });
      for (let round = 1; round <= Number(values.rounds); round += 1) {
        const ours = await measureHttp({ ...server, ...load });
        const plain = await measureHttp({ ...bare, ...load });
        console.log(
          `${name}, ${what}: ${told(ours)}; bare ${told(plain)}; rate ${(ours.perSecond / plain.perSecond).toFixed(3)}, ` +
            `processor ${(plain.processorUs / ours.processorUs).toFixed(3)} of bare`,
        );
      }
      bare.stop();
    }
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
