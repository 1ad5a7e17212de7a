/**
 * What strangers' transactions that only mention a deposit wallet do to a race: how long a bet takes to be confirmed,
 * and how long after the last bet the race is over and paid, without them and with them, in turns on one server. The
 * embedded chain runs in its own process with slots of 400 ms, behind a proxy with the limits of public nodes.
 *
 * Usage: npm run bench -- dust [--rate TRANSACTIONS A SECOND] [--pairs RUNS] [--backlog SECONDS BEFORE A RACE]
 */
import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { keypairOf } from "../tests/simulator/keys.ts";
import { signOwn } from "../tests/simulator/wallet.ts";
import { openCountingNode } from "../tests/support/counting-node.ts";
import { openGameBehindNode } from "../tests/support/game-behind-node.ts";
import { until } from "../tests/support/until.ts";

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "50" },
    pairs: { type: "string", default: "3" },
    backlog: { type: "string", default: "20" },
  },
});
const BETTORS = 4;
const MOST_AT_ONCE = 20;
const duster = keypairOf("duster of the bench");
const settings = {
  countdown_seconds: "30",
  extend_seconds: "5",
  sprint_duration: "8",
  race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
  next_race_delay: "5",
  min_bets_to_start: "2",
};

const chain = fork(join(import.meta.dirname, "node-calls/chain.ts"), ["400"], {
  execArgv: ["--import", "tsx"],
  stdio: ["ignore", "pipe", "inherit", "ipc"],
});
const printed = await new Promise<string>((resolve) =>
  chain.stdout?.once("data", (data) => resolve(String(data))),
);
const target = JSON.parse(printed) as { url: string; webSocketUrl: string };
const node = await openCountingNode(target);
const game = await openGameBehindNode({
  nodeUrl: node.url,
  chainUrl: target.url,
  players: BETTORS,
  settings,
});
try {
  await askChain("requestAirdrop", [duster.address, 100_000_000_000]);
  node.enforceLimits();
  const runs: { readonly isDusty: boolean; readonly paidMs: number }[] = [];
  for (let run = 0; run < 2 * Number(values.pairs); run += 1) {
    const isDusty = run % 2 === 1;
    const timed = await timeRace(isDusty);
    runs.push({ isDusty, ...timed });
    const backlog = await game.metric("furlong_deposit_backlog_signatures");
    console.log(
      `${isDusty ? "dust   " : "no dust"}  slowest confirmation ${(timed.confirmMs / 1000).toFixed(1)} s  ` +
        `over after ${(timed.overMs / 1000).toFixed(1)} s  paid after ${(timed.paidMs / 1000).toFixed(1)} s  ` +
        `thrown ${timed.thrown}  unread ${backlog}`,
    );
  }
  const medianOf = (isDusty: boolean) => {
    const times = runs.filter((run) => run.isDusty === isDusty).map(({ paidMs }) => paidMs);
    return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
  };
  console.log(`paid with dust / without: ${(medianOf(true) / medianOf(false)).toFixed(2)}`);
} finally {
  await game.close();
  await node.close();
  chain.disconnect();
}

async function askChain(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const reply = await fetch(target.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await reply.json()) as { result?: unknown }).result;
}

interface Latest {
  readonly value: { readonly blockhash: string };
}

/** Mentions a wallet until it is stopped; returns how often it did. */
function throwDust(wallet: string): { stop(): Promise<number> } {
  const stopping = new AbortController();
  let thrown = 0;
  const missed = () => void (thrown -= 1);
  const throwing = (async () => {
    const beganAtMs = performance.now();
    while (!stopping.signal.aborted) {
      const latest = (await askChain("getLatestBlockhash", []).catch(() => null)) as Latest | null;
      if (!latest) continue;
      const { blockhash } = latest.value;
      const due = Math.floor(((performance.now() - beganAtMs) / 1000) * Number(values.rate)) - thrown;
      await Promise.all(
        Array.from({ length: Math.min(MOST_AT_ONCE, Math.max(0, due)) }, async () => {
          thrown += 1;
          const transfers = [
            { to: wallet, lamports: 0n },
            // So that no two are the same transaction.
            { to: duster.address, lamports: BigInt(thrown) },
          ];
          const { wire } = signOwn(duster, { transfers, memo: null, blockhash });
          const options = { encoding: "base64", skipPreflight: true };
          await askChain("sendTransaction", [Buffer.from(wire).toString("base64"), options]).catch(missed);
        }),
      );
      await pause(100);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await throwing;
      return thrown;
    },
  };
}

async function timeRace(isDusty: boolean) {
  const race = await game.openRace();
  const horseOf = (at: number) => race.horses[at % race.horses.length]?.id ?? 0;
  const [first] = game.players;
  if (!first) throw new Error("there are no players");
  const prepared = await first.prepare(race.id, horseOf(0), 0.05);
  const dust = isDusty ? throwDust(prepared.houseWallet) : null;
  await pause(Number(values.backlog) * 1000);
  let confirmMs = 0;
  for (const [at, player] of game.players.entries()) {
    const beganAtMs = performance.now();
    const { confirmed } = await player.bet(race.id, horseOf(at), 0.05);
    if (confirmed.status !== 200) console.log(`a bet was answered ${confirmed.status}: ${confirmed.text}`);
    confirmMs = Math.max(confirmMs, performance.now() - beganAtMs);
  }
  const lastBetMs = performance.now();
  await until(
    "the race to be over",
    async () => {
      const { body } = await game.admin.call("GET", `/api/races/${race.id}`);
      return body?.race?.status === "completed" || body?.race?.status === "refunded";
    },
    { patienceMs: 300_000 },
  );
  const overMs = performance.now() - lastBetMs;
  await until("its payments", async () => (await game.metric("furlong_payments_pending")) === 0, {
    patienceMs: 300_000,
  });
  const paidMs = performance.now() - lastBetMs;
  return { confirmMs, overMs, paidMs, thrown: (await dust?.stop()) ?? 0 };
}
