/**
 * How much later a race is paid while strangers flood the server with free calls: time from the close of betting until
 * every payment is final. Games of the same kind are played one after the other in one run, without and with the flood;
 * the server is behind a node with the limits of public ones, and the chain in a process of its own, with slots of 200
 * ms.
 *
 * Usage: npm run bench -- flood [--races PAIRS]
 */
import { fork } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCountingNode, sumOfCalls } from "../tests/support/counting-node.ts";
import { startFlood } from "../tests/support/flood.ts";
import { type GameBehindNode, openGameBehindNode } from "../tests/support/game-behind-node.ts";
import { until } from "../tests/support/until.ts";

const { values } = parseArgs({ options: { races: { type: "string", default: "3" } } });
const BETTORS = 6;
/** A stranger's calls have used up a window of the node's budget by then. */
const FLOODED_MS = 12_000;
const settings = {
  countdown_seconds: "10",
  extend_seconds: "5",
  sprint_duration: "5",
  race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
  next_race_delay: "5",
  min_bets_to_start: String(BETTORS),
};

const child = fork(join(import.meta.dirname, "node-calls/chain.ts"), ["200"], {
  execArgv: ["--import", "tsx"],
  stdio: ["ignore", "pipe", "inherit", "ipc"],
});
const printed = await new Promise<string>((resolve) =>
  child.stdout?.once("data", (data) => resolve(String(data))),
);
const chain = JSON.parse(printed) as { url: string; webSocketUrl: string };
const node = await openCountingNode(chain);
const game = await openGameBehindNode({ nodeUrl: node.url, chainUrl: chain.url, players: BETTORS, settings });
node.enforceLimits();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const taken: Record<"quiet" | "flooded", number[]> = { quiet: [], flooded: [] };
try {
  // The bettors' first race, after which each has a settled bet.
  await play(game, false);
  for (let pair = 0; pair < Number(values.races); pair += 1) {
    for (const isFlooded of [false, true]) {
      const took = await play(game, isFlooded);
      taken[isFlooded ? "flooded" : "quiet"].push(took);
      console.log(`${isFlooded ? "flooded" : "quiet"}: paid ${took.toFixed(1)} s after the close`);
    }
  }
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  console.log(`ratio of the means: ${(mean(taken.flooded) / mean(taken.quiet)).toFixed(2)}`);
  console.log(`refused by the node: ${sumOfCalls(node.takeCalls().refused)}`);
} finally {
  await game.close();
  await node.close();
  child.disconnect();
}

/** Seconds from the close of betting until the race is over and nothing is left to pay. */
async function play({ openRace, admin, players, server, metric }: GameBehindNode, isFlooded: boolean) {
  const race = await openRace();
  const { body } = await admin.call("GET", "/api/solvency");
  const { address: deposit } = body.holdings.find(({ kind }: { kind: string }) => kind === "deposit");
  const horseId = race.horses[0]?.id ?? 0;
  let houseWaited = 0;
  const watching = setInterval(() => {
    void metric("furlong_node_calls_waiting", 'class="house"').then((count) => {
      houseWaited = Math.max(houseWaited, count);
    });
  }, 250);
  const url = `http://127.0.0.1:${server.port}`;
  const flood = isFlooded
    ? await startFlood({ url, chainUrl: chain.url, raceId: race.id, horseId, deposit, wallets: 100 })
    : null;
  if (flood) await pause(FLOODED_MS);
  const processorBefore = await metric("process_cpu_seconds_total");
  await Promise.all(
    players.map(async (player, at) => {
      const { confirmed } = await player.bet(race.id, race.horses[at]?.id ?? 0, 0.05);
      if (confirmed.status !== 200)
        console.error(`a bet was answered ${confirmed.status}: ${confirmed.text}`);
    }),
  );
  const ended = await until(
    "the race to be over",
    async () => {
      const { body: read } = await admin.call("GET", `/api/races/${race.id}`);
      return ["completed", "refunded"].includes(read.race.status) && read.race;
    },
    { patienceMs: 300_000 },
  );
  if (ended.status !== "completed") console.error(`the race was ${ended.status}: ${ended.refund_reason}`);
  await until("every payment", async () => (await metric("furlong_payments_pending")) === 0, {
    patienceMs: 300_000,
  });
  const paidMs = Date.now();
  const processorSeconds = (await metric("process_cpu_seconds_total")) - processorBefore;
  const seconds = (paidMs - Date.parse(ended.countdownEndsAt)) / 1_000;
  const sinceClose = (at: string) => (Date.parse(at) - Date.parse(ended.countdownEndsAt)) / 1_000;
  console.log(
    `started ${sinceClose(ended.startsAt)} s, over ${sinceClose(ended.completed_at)} s after the close`,
  );
  console.log(`the server took ${processorSeconds.toFixed(1)} s of processor time from the first bet on`);
  console.log(`its event loop was late by ${await metric("nodejs_eventloop_lag_p99_seconds")} s (p99)`);
  clearInterval(watching);
  console.log(`at most ${houseWaited} calls of the house waited at a time`);
  await flood?.stop();
  if (flood) console.log(Object.fromEntries(flood.answers));
  for (const outcome of ["answered", "refused", "failed"]) {
    const counts = ["house", "player", "comfort"].map(async (of) => {
      const labels = `outcome="${outcome}",class="${of}"`;
      return `${await metric("furlong_node_calls_total", labels)} of ${of}`;
    });
    console.log(`calls ${outcome} so far: ${(await Promise.all(counts)).join(", ")}`);
  }
  return seconds;
}
