/**
 * Whether public verification slows down the game. While a race with many bets is open, chat lines go through server,
 * database and sockets to listeners, in alternating turns without and with load: visitors who read the whole public
 * history over and over, and a liability tree that a player has requested. The turns without are the baseline.
 *
 * Usage: node --import tsx bench/fairness-work.ts [--bets 5000] [--visitors 4] [--turns 12]
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { changeSetting, openAdminSession } from "../tests/support/admin-session.ts";
import type { Json } from "../tests/support/browser-session.ts";
import { type LiveSocket, openLiveSocket } from "../tests/support/live-socket.ts";
import { newPlayer, type Player } from "../tests/support/player.ts";
import { emptyDataDir, startServer } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";
import { percentile } from "./processor-time.ts";

const { values } = parseArgs({
  options: {
    bets: { type: "string", default: "5000" },
    visitors: { type: "string", default: "4" },
    turns: { type: "string", default: "12" },
  },
});
const BETS = Number(values.bets);
const VISITORS = Number(values.visitors);
const TURNS = Number(values.turns);
const TURN_MS = 10_000;
const STARTED_MS = 3_000;
/** The server tidies up after the bets within a minute. */
const TIDIED_MS = 90_000;
const TALKERS = 80;
const LISTENERS = 50;
/** Interval per talker; together they send forty lines a second. */
const LINE_EVERY_MS = 2_000;
const AT_ONCE = 24;
const GRANT = 1_000_000_000;
const root = join(import.meta.dirname, "..");

const settings = {
  countdown_seconds: "10",
  next_race_delay: "3",
  chat_slow_mode_seconds: "0",
  superfecta_bonus_sol: "0",
};
/** Long enough for all bets and turns. */
const COUNTDOWN_S = 900;

/** A history of several hundred races, as the server's past. */
function seedHistory(dataDir: string): void {
  const args = [
    "--import",
    "tsx",
    "scripts/seed-history.ts",
    "--users",
    "1000",
    "--races",
    "500",
    "--bets",
    "10000",
  ];
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

async function enter(url: string, name: string): Promise<Player> {
  const player = newPlayer(url);
  await player.signIn();
  const created = await player.createProfile(name);
  if (created.status !== 201) throw new Error(created.text);
  await player.airdrop(GRANT);
  return player;
}

async function forEachAtOnce<T>(all: readonly T[], run: (one: T, at: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) await run(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const openRace = (admin: Player, is: (race: Json) => boolean): Promise<Json> =>
  until(
    "a race that takes bets",
    async () => {
      const { race } = (await admin.call("GET", "/api/races/active")).body;
      return (
        race !== null &&
        race.bettingOpensAt !== null &&
        ["pending", "countdown"].includes(race.status) &&
        is(race) &&
        race
      );
    },
    { patienceMs: 300_000, everyMs: 200 },
  );

/** The special race with the long countdown comes after an ordinary one. */
async function openLongRace(admin: Player, players: readonly Player[]): Promise<Json> {
  const ordinary = await openRace(admin, ({ isSpecial }) => !isSpecial);
  const asked = await admin.call("POST", "/api/admin/special-race", {
    body: {
      adminWallet: admin.address,
      raceType: "sprint",
      houseEdge: 5,
      jackpotAmount: 0,
      minBets: 2,
      countdownSeconds: COUNTDOWN_S,
    },
  });
  if (!asked.body?.success) throw new Error(asked.text);
  for (const [at, player] of players.entries()) await player.bet(ordinary.id, ordinary.horses[at].id, 0.01);
  return openRace(admin, ({ isSpecial }) => isSpecial);
}

interface Chat {
  readonly delays: number[];
  readonly stop: () => void;
}

/** Sends lines continuously and measures how long each listener waits for each. */
async function startChat(url: string, talkers: readonly Player[]): Promise<Chat> {
  const delays: number[] = [];
  const saidAt = new Map<string, number>();
  const join = async (player: Player) => {
    const live = await openLiveSocket(url, player);
    await live.ask("join-room", "lobby");
    return live;
  };
  const talking = await Promise.all(talkers.map(join));
  const listening = await Promise.all(
    Array.from({ length: LISTENERS }, (_, at) => join(talkers[at % talkers.length] as Player)),
  );
  for (const { socket } of listening)
    socket.on("message", ({ content }: Json) => {
      const at = saidAt.get(content);
      if (at !== undefined) delays.push(performance.now() - at);
    });
  let lines = 0;
  const say = (live: LiveSocket) => {
    const content = `line ${(lines += 1)}`;
    saidAt.set(content, performance.now());
    live.socket.emit("send-message", { content, room: "lobby" });
  };
  const timers: NodeJS.Timeout[] = [];
  for (const live of talking) {
    timers.push(setInterval(() => say(live), LINE_EVERY_MS));
    await pause(LINE_EVERY_MS / TALKERS);
  }
  return {
    delays,
    stop() {
      timers.forEach(clearInterval);
      for (const live of [...talking, ...listening]) live.close();
    },
  };
}

const told = (delays: readonly number[]) =>
  `${delays.length} heard, p50 ${percentile(delays, 50).toFixed(1)} p99 ${percentile(delays, 99).toFixed(1)} worst ${Math.max(...delays).toFixed(1)} ms`;

/** The p99 of one turn, in milliseconds. */
async function turn(chat: Chat, what: string): Promise<number> {
  chat.delays.length = 0;
  await pause(TURN_MS);
  console.log(`${what.padEnd(16)} ${told(chat.delays)}`);
  return percentile(chat.delays, 99);
}

async function withVisitors<T>(url: string, player: Player, work: () => Promise<T>): Promise<T> {
  const program = join(root, "bench/fairness-work/visitors.mjs");
  const visitors = spawn(process.execPath, [program, url, String(VISITORS)], { stdio: "inherit" });
  try {
    await pause(STARTED_MS);
    await player.call("POST", "/api/liabilities/request", { body: {} });
    return await work();
  } finally {
    visitors.kill();
    await once(visitors, "exit");
  }
}

const dataDir = emptyDataDir();
seedHistory(dataDir);
const server = await startServer({ dataDir, env: { LOG_LEVEL: "info" } });
try {
  const { url } = server;
  const admin = await openAdminSession(url);
  for (const [key, value] of Object.entries(settings)) await changeSetting(admin, key, value);
  const talkers: Player[] = [];
  for (let at = 0; at < TALKERS; at += 1) talkers.push(await enter(url, `talker-${at}`));
  const race = await openLongRace(admin, talkers.slice(0, 2));
  const numbers = Array.from({ length: BETS }, (_, at) => at);
  await forEachAtOnce(numbers, async (at) => {
    const player = await enter(url, `bettor-${at}`);
    await player.bet(race.id, race.horses[at % race.horses.length].id, 0.01);
  });
  const { days } = (await admin.call("GET", "/api/export")).body;
  console.log(`${BETS} bets in ${race.id}; ${days.length} days of history`);
  const chat = await startChat(url, talkers);
  await pause(TIDIED_MS);
  const p99s = { without: [] as number[], with: [] as number[] };
  for (let at = 1; at <= TURNS; at += 1) {
    p99s.without.push(await turn(chat, "without"));
    const visited = () => turn(chat, "with visitors");
    p99s.with.push(await withVisitors(url, talkers[at % TALKERS] as Player, visited));
  }
  const [without, visited] = [percentile(p99s.without, 50), percentile(p99s.with, 50)];
  console.log(
    `median of the turns' p99: ${without.toFixed(1)} ms without, ${visited.toFixed(1)} ms with visitors, ratio ${(visited / without).toFixed(2)} (aim 1.2)`,
  );
  chat.stop();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true });
}
process.exit(0);
