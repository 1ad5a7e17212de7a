/**
 * Time until the page is served after a start on existing data, and memory afterwards: what `npm start` runs compared
 * with the sources through tsx, in turn, each time on new data.
 *
 *     node --import tsx bench/start-server.ts [rounds]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { buildServerIfStale, buildWebIfStale } from "../scripts/build.mjs";
import { emptyDataDir, freePort } from "../tests/support/server-process.ts";
import { median } from "./race-site.ts";

const rounds = Number(process.argv[2] ?? 5);
const SETTLE_MS = 8_000;
const programs = {
  "sources through tsx": ["--import", "tsx", "src/server/main.ts"],
  "npm start": ["--enable-source-maps", "--v8-pool-size=1", "scripts/run.mjs", "main"],
};

const residentMegabytes = ({ pid }: ChildProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

async function start(program: readonly string[], dataDir: string) {
  const port = await freePort();
  const environment = { PORT: String(port), DATA_DIR: dataDir, LOCAL_PLAYERS: "0", LOG_LEVEL: "warn" };
  const from = performance.now();
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isThere())) await pause(20);
  return {
    tookMs: performance.now() - from,
    child,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

buildWebIfStale();
buildServerIfStale();
const all = new Map<string, { ms: number[]; megabytes: number[] }>();
for (let round = 1; round <= rounds; round += 1) {
  for (const [name, program] of Object.entries(programs)) {
    const dataDir = emptyDataDir();
    await (await start(program, dataDir)).stop();
    const { tookMs, child, stop } = await start(program, dataDir);
    await pause(SETTLE_MS);
    const megabytes = residentMegabytes(child);
    await stop();
    rmSync(dataDir, { recursive: true });
    const own = all.get(name) ?? { ms: [], megabytes: [] };
    own.ms.push(tookMs);
    own.megabytes.push(megabytes);
    all.set(name, own);
    console.log(`${name}: page after ${tookMs.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`);
  }
}
for (const [name, { ms, megabytes }] of all)
  console.log(
    `${name}, median of ${rounds}: ${median(ms).toFixed(0)} ms, ${median(megabytes).toFixed(0)} MB`,
  );
