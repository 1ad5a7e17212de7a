/**
 * How fast a race is paid out: the real server, embedded and on Postgres, settles and pays a race whose players all
 * won, over its embedded chain with slots of 400 ms. In turn, the bare chain is measured: the same number of transfers,
 * composed, signed, sent and followed until all are final, without a database. Meanwhile twenty calls a second request
 * pages from the server, and one of the winners requests the status of their payout.
 *
 * The settlement itself, one long transaction, has its own bench: bench/settle-race.ts. Prints the seconds from then
 * until all payments have landed and until all are booked as final, their ratios to the bare chain's, and how long the
 * calls took, both then and while nothing was being paid. On a busy machine look at the CPU time of the two processes;
 * the server's includes the calls, and neither includes Postgres.
 *
 * Usage: npm run bench -- payouts [--winners 100,1000,10000] [--rounds 1] [--only embedded|postgres]
 *        [--calls 20: how many a second] ["--node-options=--cpu-prof --cpu-prof-dir=/tmp/profiles"]
 */
import { readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildServerIfStale } from "../scripts/build.mjs";
import {
  emptyDataDir,
  freePort,
  newDataDir,
  type ServerProcess,
  startServer,
} from "../tests/support/server-process.ts";
import { newPlayer } from "../tests/support/player.ts";
import { until } from "../tests/support/until.ts";
import { openEmbedded } from "../src/server/foundation/db/open-embedded.ts";
import { openPostgres } from "../src/server/foundation/db/open-postgres.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { payOnBareChain } from "./payouts/bare-chain.ts";
import { askMeanwhile, type CallTimes } from "./payouts/calls.ts";
import { storeRace } from "./payouts/store-race.ts";

const { values } = parseArgs({
  options: {
    winners: { type: "string", default: "100,1000,10000" },
    rounds: { type: "string", default: "1" },
    only: { type: "string", default: "embedded,postgres" },
    calls: { type: "string", default: "20" },
    "node-options": { type: "string", default: "" },
  },
});
const aim = { ratio: 0.5, p95Ms: 200 };
const MAX_MS = 1_800_000;
const SETTLE_DOWN_MS = 15_000;
/** How long the same calls are made while nothing is being paid. */
const IDLE_MS = 15_000;

/** Milliseconds since the settlement, and of the process's CPU time until the end. */
interface Paid {
  readonly finalMs: number;
  readonly cpuMs: number;
}

const TICK_MS = 10;

/** Milliseconds of CPU time that a process has used so far. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** When the last payout was logged as final. */
function followLog(server: ServerProcess, count: number) {
  let settledAtMs = Number.NaN;
  let settledCpuMs = Number.NaN;
  const times: number[] = [];
  server.onLine((line) => {
    if (!line.includes('"kind":"payout"') && !line.includes('"bet settled"')) return;
    const { time, msg } = JSON.parse(line) as { time: number | string; msg: string };
    const atMs = new Date(time).getTime();
    if (msg === "bet settled" && Number.isNaN(settledAtMs)) {
      settledAtMs = atMs;
      settledCpuMs = cpuMsOf(server.pid);
    }
    if (msg === "payment final") times.push(atMs);
  });
  return {
    isDone: () => times.length >= count,
    told: () => `${times.length} final`,
    settledAtMs: () => settledAtMs,
    paid: (): Paid => ({
      finalMs: Math.max(...times) - settledAtMs,
      cpuMs: cpuMsOf(server.pid) - settledCpuMs,
    }),
  };
}

async function payByServer(kind: "embedded" | "postgres", count: number) {
  const postgres = kind === "postgres" ? await startPostgres() : null;
  const dataDir = postgres ? emptyDataDir() : await newDataDir();
  const port = await freePort();
  const options = {
    dataDir,
    port,
    env: { LOG_LEVEL: "info", ...(postgres && { DATABASE_URL: postgres.url }) },
  };
  const openDatabase = () =>
    postgres
      ? openPostgres({ url: postgres.url, onError: (error) => console.error(error) })
      : openEmbedded({ dataDir });
  const first = await startServer(options);
  const winner = newPlayer(first.url);
  let idle: readonly CallTimes[];
  try {
    await winner.signIn();
    await winner.createProfile("the-last-winner");
    await until("a race that takes bets", async () => {
      const { body } = await winner.call("GET", "/api/races/active");
      return body?.race?.status === "pending" && typeof body.race.bettingOpensAt === "string";
    });
    // By then the grants of the local house are in the books.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_DOWN_MS));
    const beganMs = Date.now();
    const asking = askMeanwhile(first.url, winner, Number(values.calls));
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    idle = asking.stop(beganMs);
  } finally {
    await first.stop();
  }
  const opened = await openDatabase();
  await storeRace(opened.db, { winners: count, smallest: winner.address });
  await opened.close();

  const server = await startServer({
    ...options,
    untilReady: false,
    program: [
      ...values["node-options"].split(" ").filter((option) => option !== ""),
      ...buildServerIfStale(),
    ],
  });
  const log = followLog(server, count);
  await waitUntilOpen(server.url);
  const asking = askMeanwhile(server.url, winner, Number(values.calls));
  try {
    const startedMs = performance.now();
    while (!log.isDone()) {
      if (performance.now() - startedMs > MAX_MS || server.hasEnded())
        throw new Error(`not paid: ${log.told()}\n${server.lines.slice(-20).join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { ...log.paid(), idle, calls: asking.stop(log.settledAtMs()) };
  } finally {
    asking.stop(Number.POSITIVE_INFINITY);
    await server.stop();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function waitUntilOpen(url: string) {
  await until("the server to be open", () =>
    fetch(`${url}/api/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

for (const kind of ["embedded", "postgres"] as const) {
  if (!values.only.split(",").includes(kind)) continue;
  for (const count of values.winners.split(",").map(Number)) {
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const bare = await payOnBareChain(count);
      const paid = await payByServer(kind, count);
      console.log(
        [
          `${kind}, ${count} winners: booked after ${seconds(paid.finalMs)}`,
          `bare chain ${seconds(bare.finalMs)}`,
          `ratio ${(bare.finalMs / paid.finalMs).toFixed(2)} (aim ${aim.ratio})`,
          `CPU ${seconds(paid.cpuMs)}, bare ${seconds(bare.cpuMs)}, ratio ${(bare.cpuMs / paid.cpuMs).toFixed(2)}`,
        ].join("   "),
      );
      for (const [index, { what, p50, p95, most, asked, refused }] of paid.calls.entries()) {
        const before = paid.idle[index];
        const columns = [
          what.padEnd(28),
          `p50 ${p50} ms`,
          `p95 ${p95} ms (aim ${aim.p95Ms})`,
          `worst ${most} ms`,
          `${asked} calls, ${refused} refused`,
          `while nothing is paid p50 ${before?.p50} ms, p95 ${before?.p95} ms`,
        ];
        console.log(`  ${columns.join("   ")}`);
      }
    }
  }
}
