/**
 * What an idle server costs: nobody plays, a race is open and takes bets. Measures processor time, memory and
 * statements of the built server, once on its embedded database and chain and once on a Postgres with the chain in
 * another process; each is compared with a program that opens the same kind of database and a port and does nothing.
 *
 * Usage: node --import tsx bench/idle-server.ts [--only embedded,postgres] [--settle SECONDS] [--watch SECONDS] [--rounds N]
 *          [--statements N] "--node-options=--cpu-prof --cpu-prof-dir=/tmp/profiles"
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildServerIfStale, buildWebIfStale } from "../scripts/build.mjs";
import { openGameBehindNode } from "../tests/support/game-behind-node.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { emptyDataDir, freePort, startServer } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";
import { processorSeconds } from "./processor-time.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "embedded,postgres" },
    settle: { type: "string", default: "20" },
    watch: { type: "string", default: "60" },
    rounds: { type: "string", default: "1" },
    statements: { type: "string", default: "15" },
    "node-options": { type: "string", default: "" },
  },
});
const SETTLE_MS = Number(values.settle) * 1_000;
const WATCH_MS = Number(values.watch) * 1_000;
const MAX_KINDS = Number(values.statements);
const MEGABYTE = 1024 * 1024;

interface Counted {
  readonly statements: readonly (readonly [text: string, times: number])[];
  readonly memory: Readonly<Record<string, number>>;
}

interface Idle {
  readonly what: string;
  /** Percent of one core. */
  readonly processor: number;
  readonly megabytes: number;
  readonly peakMegabytes: number;
  /** Null for a program that is not counted. */
  readonly counted: Counted | null;
}

const megabytesOf = (pid: number, name: "VmRSS" | "VmHWM") =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Measures a process that has nothing to do. */
async function watchIdle(what: string, pid: number, countsFile: string | null): Promise<Idle> {
  await pause(SETTLE_MS);
  if (countsFile !== null) await readCounts(pid, countsFile);
  const [taken, began] = [processorSeconds(pid), performance.now()];
  await pause(WATCH_MS);
  const seconds = (performance.now() - began) / 1000;
  const processor = ((processorSeconds(pid) - taken) / seconds) * 100;
  const counted = countsFile === null ? null : await readCounts(pid, countsFile);
  return {
    what,
    processor,
    megabytes: megabytesOf(pid, "VmRSS"),
    peakMegabytes: megabytesOf(pid, "VmHWM"),
    counted,
  };
}

async function readCounts(pid: number, file: string): Promise<Counted> {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  return until("the counts", () =>
    Promise.resolve(existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Counted) : null),
  );
}

const countsFile = join(emptyDataDir(), "counts.json");
/** The program as `npm start` runs it, plus the statement counter. */
const program = (from: readonly string[] = ["scripts/run.mjs", "main"]) => [
  ...values["node-options"].split(" ").filter((option) => option !== ""),
  "--import",
  join(import.meta.dirname, "idle-server/count-statements.mjs"),
  ...from,
];
const counting = { IDLE_COUNTS_FILE: countsFile, LOG_LEVEL: "info" };

async function watchBare(where: string): Promise<Idle> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(import.meta.dirname, "idle-server/bare.mjs"), port, where], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until("the baseline", () =>
    fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const idle = await watchIdle("  nothing but a database and a port", pidOf(child), null);
  await stop(child);
  return idle;
}

const pidOf = ({ pid }: ChildProcess) => pid ?? Number.NaN;

async function stop(child: ChildProcess) {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/**
 * Everything in one process. Both programs start on existing data: creating a database takes memory that is not given
 * back.
 */
async function watchEmbedded(): Promise<Idle[]> {
  const server = await startServer({ program: program(), env: counting });
  const idle = await watchIdle("embedded", server.pid, countsFile);
  await server.stop();
  const bare = await watchBare(join(server.dataDir, "database"));
  rmSync(server.dataDir, { recursive: true });
  return [idle, bare];
}

/** The database is a Postgres, and the chain is a node with its subscriptions. */
async function watchPostgres(): Promise<Idle[]> {
  const postgres = await startPostgres();
  const chain = fork(join(import.meta.dirname, "node-calls/chain.ts"), ["400"], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const printed = await new Promise<string>((resolve) =>
    chain.stdout?.once("data", (data) => resolve(String(data))),
  );
  const { url } = JSON.parse(printed) as { url: string };
  const env = { DATABASE_URL: postgres.url, ...counting };
  const game = await openGameBehindNode({ nodeUrl: url, chainUrl: url, players: 0, env, program: program() });
  try {
    await game.openRace();
    const idle = await watchIdle("Postgres, and a node", game.server.pid, countsFile);
    return [idle, await watchBare(postgres.url)];
  } finally {
    await game.close();
    chain.disconnect();
    await postgres.stop();
  }
}

function print({ what, processor, megabytes, peakMegabytes, counted }: Idle) {
  const total = counted?.statements.reduce((sum, [, times]) => sum + times, 0);
  const perSecond = (times: number) => (times / (WATCH_MS / 1000)).toFixed(2).padStart(7);
  console.log(
    `${what.padEnd(36)}${processor.toFixed(2).padStart(7)} % of a core${megabytes.toFixed(0).padStart(6)} MB (peak ${peakMegabytes.toFixed(0)})` +
      (total === undefined ? "" : `${perSecond(total)} statements a second`),
  );
  if (counted === null) return;
  const memory = Object.entries(counted.memory).map(
    ([name, bytes]) => `${name} ${Math.round(bytes / MEGABYTE)}`,
  );
  console.log(`    MB: ${memory.join(", ")}`);
  for (const [text, times] of counted.statements.toSorted(([, a], [, b]) => b - a).slice(0, MAX_KINDS)) {
    console.log(`    ${perSecond(times)}  ${text.replaceAll(/\s+/g, " ").slice(0, 130)}`);
  }
}

buildWebIfStale();
buildServerIfStale();
const wanted = new Set(values.only.split(","));
for (let round = 1; round <= Number(values.rounds); round += 1) {
  if (wanted.has("embedded")) for (const idle of await watchEmbedded()) print(idle);
  if (wanted.has("postgres")) for (const idle of await watchPostgres()) print(idle);
}
