/**
 * Seconds from the end of the server that drives the races until the other one does: two built servers on one Postgres,
 * of which the ended one is started again. It is killed by SIGKILL and, for the baseline, stopped in order, in turn.
 *
 *     npm run bench -- failover [times each]
 */
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { buildServerIfStale, buildWebIfStale } from "../scripts/build.mjs";
import { startPostgres } from "../tests/support/postgres.ts";
import { emptyDataDir, type ServerProcess, startServer } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";

const times = Number(process.argv[2] ?? 10);

buildWebIfStale();
buildServerIfStale();
const postgres = await startPostgres();
const dataDir = emptyDataDir();
const start = () => startServer({ dataDir, env: { DATABASE_URL: postgres.url, LOG_LEVEL: "info" } });
const leads = ({ lines }: ServerProcess) =>
  lines.findLast((line) => /"lease":"engine".*the leader"/.test(line))?.includes("became") === true;

let [leader, other] = [await start(), await start()];
if (leads(other)) [leader, other] = [other, leader];
const seconds: Record<"kill" | "stop", number[]> = { kill: [], stop: [] };
for (let time = 0; time < 2 * times; time += 1) {
  const end = time % 2 === 0 ? "kill" : "stop";
  await until("a leader", async () => leads(leader));
  // Somewhere between two renewals.
  await pause(5_000 + Math.random() * 2_000);
  const from = performance.now();
  const ended = leader[end]();
  await until("the other to lead", async () => leads(other), { everyMs: 20 });
  seconds[end].push((performance.now() - from) / 1_000);
  await ended;
  [leader, other] = [other, await start()];
}
for (const [end, all] of Object.entries(seconds))
  console.log(
    `${end}: ${all.map((one) => one.toFixed(1)).join(" ")} s; most ${Math.max(...all).toFixed(1)} s`,
  );
await Promise.all([leader.stop(), other.stop()]);
await postgres.stop();
rmSync(dataDir, { recursive: true });
