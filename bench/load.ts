/**
 * Real bets from many wallets against the running product: each signs in, creates a profile, takes SOL from the local
 * chain's faucet, opens a socket, and in each race prepares, signs, submits and confirms a bet. The bets are offered at
 * a fixed rate, whether or not earlier ones have been answered. Afterwards every race must be settled and paid, every
 * race is audited from outside, and every wallet and the house's books are compared with the chain.
 *
 * The baseline is the same player program with the same calls against a Fastify that answers without doing anything,
 * which shows how much of the machine the players themselves take.
 *
 * Usage: npm run bench -- load [--database embedded|postgres] [--wallets 600] [--rate 200] [--races 3] [--sockets 200]
 *          ["--node-options=--cpu-prof --cpu-prof-dir=/tmp/profiles"]
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { io, type Socket } from "socket.io-client";
import { buildServerIfStale } from "../scripts/build.mjs";
import { changeSetting, openAdminSession } from "../tests/support/admin-session.ts";
import { type Json, newBrowser } from "../tests/support/browser-session.ts";
import { newPlayer, type Player } from "../tests/support/player.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { auditRace } from "../tests/support/race-audit.ts";
import { booksDifference, finalRace, unexplainedOf } from "../tests/support/reconcile.ts";
import { freePort, startServer } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";
import { percentile, processorSeconds } from "./support/processor-time.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "embedded" },
    wallets: { type: "string", default: "600" },
    rate: { type: "string", default: "200" },
    races: { type: "string", default: "3" },
    sockets: { type: "string", default: "200" },
    "node-options": { type: "string", default: "" },
  },
});
const WALLETS = Number(values.wallets);
const BETS_A_SECOND = Number(values.rate);
const RACES = Number(values.races);
const SOCKETS = Number(values.sockets);
const GRANT = 10_000_000_000;
const ENTER_AT_ONCE = 24;
const CHECK_AT_ONCE = 16;
const STAKES_SOL = [0.01, 0.02, 0.05, 0.1];

/** A wallet's balance must follow from its bets alone, and a race must last long enough for all the bets offered. */
const settings = {
  superfecta_bonus_sol: "0",
  countdown_seconds: "30",
  extend_seconds: "10",
  next_race_delay: "3",
  race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
};

type Step = "prepare" | "submit" | "confirm";
const steps: readonly Step[] = ["prepare", "submit", "confirm"];

interface Tally {
  readonly tookMs: Record<Step, number[]>;
  readonly wholeMs: number[];
  /** Keyed by the code of the refusal, or by what was thrown. */
  readonly failed: Map<string, number>;
  confirmed: number;
}

const newTally = (): Tally => ({
  tookMs: { prepare: [], submit: [], confirm: [] },
  wholeMs: [],
  failed: new Map(),
  confirmed: 0,
});

async function forEachAtOnce<T>(
  all: readonly T[],
  atOnce: number,
  run: (one: T, at: number) => Promise<void>,
) {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) await run(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function enter(url: string, players: readonly Player[]) {
  const began = performance.now();
  await forEachAtOnce(players, ENTER_AT_ONCE, async (player, at) => {
    await player.signIn();
    const created = await player.createProfile(`load-${at}`);
    if (created.status !== 201) throw new Error(`load-${at}: ${created.text}`);
    await player.airdrop(GRANT);
  });
  console.log(`${WALLETS} wallets entered in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const heard = { messages: 0, settled: 0 };
  const sockets: Socket[] = [];
  await forEachAtOnce(players.slice(0, SOCKETS), ENTER_AT_ONCE, async (player) => {
    const socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      extraHeaders: { cookie: player.cookieHeader() },
    });
    sockets.push(socket);
    socket.onAny((name: string) => {
      heard.messages += 1;
      if (name === "user-notification") heard.settled += 1;
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("connect_error", reject);
    });
  });
  return { heard, close: () => sockets.forEach((socket) => socket.disconnect()) };
}

/** prepare, sign, submit, confirm; the time of each is measured from the request. */
async function placeBet(player: Player, raceId: string, horseId: number, stakeSol: number, tally: Tally) {
  const timed = async <T>(step: Step, work: () => Promise<T>) => {
    const from = performance.now();
    const done = await work();
    tally.tookMs[step].push(performance.now() - from);
    return done;
  };
  const began = performance.now();
  try {
    const { betId, transaction } = await timed("prepare", () => player.prepare(raceId, horseId, stakeSol));
    const signed = player.signTransaction(transaction);
    const submitted = await timed("submit", () => player.submitCall(raceId, betId, signed));
    if (submitted.status !== 200) throw new Error(submitted.text);
    const bet = { raceId, horseId, amountSol: stakeSol, betId, signature: submitted.body.signature };
    const { status, text } = await timed("confirm", () => player.confirm(bet));
    if (status !== 200) throw new Error(text);
    tally.confirmed += 1;
    tally.wholeMs.push(performance.now() - began);
  } catch (error) {
    const why = /"code":"(\w+)"/.exec(String(error))?.[1] ?? String(error).slice(0, 80);
    tally.failed.set(why, (tally.failed.get(why) ?? 0) + 1);
  }
}

interface Offered {
  readonly players: readonly Player[];
  readonly raceId: string;
  readonly horseIds: readonly number[];
}

/** Every wallet's bet in one race, one after the other at the offered rate. */
async function offerBets({ players, raceId, horseIds }: Offered, tally: Tally) {
  const began = performance.now();
  const placing = players.map(async (player, at) => {
    await pause((at / BETS_A_SECOND) * 1000 - (performance.now() - began));
    const horseId = horseIds[at % horseIds.length] ?? 1;
    await placeBet(player, raceId, horseId, STAKES_SOL[at % STAKES_SOL.length] ?? 0.01, tally);
  });
  await Promise.all(placing);
  return (performance.now() - began) / 1000;
}

const describe = (ms: readonly number[]) =>
  [50, 95, 99].map((percent) => `p${percent} ${percentile(ms, percent).toFixed(0)}`).join(" ") + " ms";

function print(what: string, tally: Tally, seconds: number, serverCpu: number, ownCpu: number) {
  const failed = [...tally.failed].map(([why, times]) => `${times} ${why}`).join(", ") || "none";
  console.log(
    `${what}: ${tally.confirmed} bets in ${seconds.toFixed(1)} s, ${(tally.confirmed / seconds).toFixed(0)} a second; failed: ${failed}; ` +
      `server ${((serverCpu / seconds) * 100).toFixed(0)} %, players ${((ownCpu / seconds) * 100).toFixed(0)} % of a core, ` +
      `${((serverCpu / tally.confirmed) * 1000).toFixed(2)} ms of the server's processor a bet`,
  );
  for (const step of steps) console.log(`  ${step.padEnd(8)} ${describe(tally.tookMs[step])}`);
  console.log(`  whole    ${describe(tally.wholeMs)}`);
}

const ownSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

async function measure(what: string, pid: number, offered: Offered) {
  const tally = newTally();
  const [server, own] = [processorSeconds(pid), ownSeconds()];
  const seconds = await offerBets(offered, tally);
  print(what, tally, seconds, processorSeconds(pid) - server, ownSeconds() - own);
  return { tally, rate: tally.confirmed / seconds };
}

/** The same calls by the same players to a server that does nothing. */
async function measureBaseline(answer: Json, wallets: readonly Player[]) {
  const port = await freePort();
  const bare = spawn(process.execPath, [join(import.meta.dirname, "load/idle-game.mjs"), String(port)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const teach = () => newBrowser(url).call("POST", "/learn", { body: answer });
  await until("the baseline", async () => (await teach()).status === 200);
  try {
    // The prepared transaction belongs to one wallet, so all players use that wallet.
    const players = wallets.map(({ wallet }) => {
      const player = newPlayer(url);
      return {
        ...player,
        signTransaction: (signed: Parameters<Player["signTransaction"]>[0]) => signWith(wallet, signed),
      };
    });
    const horseIds = [1, 2, 3, 4, 5, 6];
    return await measure("a server that does nothing", bare.pid ?? 0, {
      players,
      raceId: "race-1",
      horseIds,
    });
  } finally {
    bare.kill("SIGTERM");
  }
}

/** Signs only for the cost of signing: the answer is for another wallet, and nobody reads the signature. */
function signWith(wallet: Player["wallet"], transaction: Parameters<Player["signTransaction"]>[0]): string {
  wallet.sign(transaction.message.serialize());
  return Buffer.from(transaction.serialize()).toString("base64");
}

async function nextOpenRace(reader: Player, after: string | null): Promise<Json> {
  return until(
    "a race that takes bets",
    async () => {
      const { body } = await reader.call("GET", "/api/races/active");
      const { race } = body;
      return race?.status === "pending" && race.bettingOpensAt !== null && race.id !== after && race;
    },
    { patienceMs: 300_000, everyMs: 100 },
  );
}

/**
 * Checks that every race is settled, paid and anchored, and audits it from outside; then checks each wallet and the
 * house's books.
 */
async function reconcile(url: string, admin: Player, players: readonly Player[], raceIds: readonly string[]) {
  const began = performance.now();
  const problems: string[] = [];
  const bets: Json[] = [];
  for (const id of raceIds) {
    const race = await finalRace(admin, id, 600_000);
    if (race === null) problems.push(`${id} did not come to its end`);
    else bets.push(...race.settlement.bets);
  }
  const settledAfter = (performance.now() - began) / 1000;
  for (const id of raceIds) {
    const audit = await auditRace(url, id);
    problems.push(...audit.problems.map((problem) => `${id}: ${problem}`));
    console.log(
      `${id}: ${audit.bets} bets of ${audit.stakedLamports} lamports, ${audit.payouts} payouts of ${audit.paidLamports}`,
    );
  }
  const books = await booksDifference(admin);
  if (books !== 0n) problems.push(`books and chain differ by ${books}`);
  let unexplained = books < 0n ? -books : books;
  await forEachAtOnce(players, CHECK_AT_ONCE, async (player) => {
    const missing = await unexplainedOf(player, { granted: BigInt(GRANT), rpcUrl: `${url}/rpc`, bets });
    if (missing !== 0n) problems.push(`${player.address} has ${missing} lamports too few`);
    unexplained += missing < 0n ? -missing : missing;
  });
  console.log(
    `all paid and final ${settledAfter.toFixed(1)} s after the last bet; ${bets.length} bets settled; ${unexplained} lamports unexplained; ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, 20)) console.log(`PROBLEM ${problem}`);
  return problems.length === 0;
}

async function main(): Promise<boolean> {
  const postgres = values.database === "postgres" ? await startPostgres() : null;
  const server = await startServer({
    program: [
      ...values["node-options"].split(" ").filter((option) => option !== ""),
      ...buildServerIfStale(),
    ],
    env: { LOG_LEVEL: "info", ...(postgres && { DATABASE_URL: postgres.url }) },
  });
  try {
    const { url } = server;
    const admin = await openAdminSession(url);
    for (const [key, value] of Object.entries(settings)) await changeSetting(admin, key, value);
    const players = Array.from({ length: WALLETS }, () => newPlayer(url));
    const { heard, close } = await enter(url, players);
    const raceIds: string[] = [];
    const rates: number[] = [];
    for (let at = 1; at <= RACES; at += 1) {
      const race = await nextOpenRace(admin, raceIds.at(-1) ?? null);
      if (at === 1) {
        const answer = await players[0]?.prepareCall(race.id, { horseId: race.horses[0].id, amount: 0.01 });
        const { rate } = await measureBaseline(answer?.body, players);
        rates.push(rate);
      }
      raceIds.push(race.id);
      const horseIds = race.horses.map(({ id }: Json) => id);
      const { rate } = await measure(`${values.database}, ${race.id}`, server.pid, {
        players,
        raceId: race.id,
        horseIds,
      });
      rates.push(rate);
    }
    const [bare = Number.NaN, ...real] = rates;
    console.log(`of the baseline: ${real.map((rate) => (rate / bare).toFixed(2)).join(", ")}`);
    const isSound = await reconcile(url, admin, players, raceIds);
    console.log(
      `${SOCKETS} sockets heard ${heard.messages} messages, of them ${heard.settled} notifications of their own`,
    );
    close();
    return isSound;
  } finally {
    await server.stop();
    rmSync(server.dataDir, { recursive: true });
    await postgres?.stop();
  }
}

const isSound = await main();
// The chain's library holds sockets open to servers that are gone.
process.exit(isSound ? 0 : 1);
