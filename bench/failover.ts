/**
 * Seconds from the death of the server that drives the races, by SIGKILL, until the other one does: two built servers
 * on one Postgres, of which the dead one is started again after each kill.
 *
 *     npm run bench -- failover [kills]
 */
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { buildServerIfStale, buildWebIfStale } from "../scripts/build.mjs";
import { startPostgres } from "../tests/support/postgres.ts";
import { emptyDataDir, type ServerProcess, startServer } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";

const kills = Number(process.argv[2] ?? 10);

buildWebIfStale();
buildServerIfStale();
const postgres = await startPostgres();
const dataDir = emptyDataDir();
const start = () => startServer({ dataDir, env: { DATABASE_URL: postgres.url, LOG_LEVEL: "info" } });
const leads = ({ lines }: ServerProcess) =>
  lines.findLast((line) => /"lease":"engine".*the leader"/.test(line))?.includes("became") === true;

let [leader, other] = [await start(), await start()];
if (leads(other)) [leader, other] = [other, leader];
const seconds: number[] = [];
for (let kill = 1; kill <= kills; kill += 1) {
  await until("a leader", async () => leads(leader));
  // Somewhere between two renewals.
  await pause(5_000 + Math.random() * 2_000);
  const from = performance.now();
  await leader.kill();
  await until("the other to lead", async () => leads(other));
  seconds.push((performance.now() - from) / 1_000);
  console.log(`kill ${kill}: ${seconds.at(-1)?.toFixed(1)} s`);
  [leader, other] = [other, await start()];
}
console.log(
  `all: ${seconds.map((one) => one.toFixed(1)).join(" ")} s; most ${Math.max(...seconds).toFixed(1)} s`,
);
await Promise.all([leader.stop(), other.stop()]);
await postgres.stop();
rmSync(dataDir, { recursive: true });
