/**
 * What many open sockets cost in a race of ten bettors: messages and bytes per client, how late messages arrive, and
 * the server's processor time per message. Measured once with the whole race sent each time and once with only its
 * changes; compared with a bare `ws` server that sends messages of the same length to as many clients. What a race
 * costs the server without clients, and what the clients' pings cost, is measured separately and not counted as cost of
 * the messages.
 *
 * Usage: npm run bench -- sockets [--clients 5000] [--servers 1] [--rounds 1] [--ways whole,changes]
 *
 * With several servers all share a Postgres, and the clients are spread over them.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { changeSetting, openAdminSession } from "../tests/support/admin-session.ts";
import type { Json } from "../tests/support/browser-session.ts";
import { type LiveSocket, openLiveSocket } from "../tests/support/live-socket.ts";
import { newPlayer, type Player } from "../tests/support/player.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { emptyDataDir, freePort, startServer, type ServerProcess } from "../tests/support/server-process.ts";
import { until } from "../tests/support/until.ts";
import { percentile, processorSeconds } from "./support/processor-time.ts";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "5000" },
    servers: { type: "string", default: "1" },
    rounds: { type: "string", default: "1" },
    ways: { type: "string", default: "whole,changes" },
  },
});
const CLIENTS = Number(values.clients);
const SERVERS = Number(values.servers);
const BETTORS = 10;
const CLIENTS_A_PROCESS = 2_500;
const GRANT = 100_000_000_000;
/** Bets come one after the other throughout the countdown. */
const BET_EVERY_MS = 1_500;
/** Long enough that each client is pinged at least once. */
const REST_MS = 12_000;
const SOCKET_IO = "/socket.io/?EIO=4&transport=websocket";
const ways: Readonly<Record<string, string>> = {
  whole: SOCKET_IO,
  changes: `${SOCKET_IO}&raceUpdates=changes`,
};

interface Heard {
  readonly messages: number;
  readonly bytes: number;
  readonly delaysMs: readonly number[];
  readonly cut: number;
}

/** The next message of a process. Rejects if it ends instead. */
const answer = (child: ChildProcess): Promise<unknown> =>
  Promise.race([
    once(child, "message").then(([message]: unknown[]) => message),
    once(child, "exit").then(([code]: unknown[]) => {
      throw new Error(`a process of the bench ended with ${String(code)}`);
    }),
  ]);

/** Clients in separate processes, spread over the servers. */
async function openClients(urls: readonly string[], path: string) {
  const each = Math.ceil(CLIENTS / urls.length);
  const children: ChildProcess[] = [];
  for (const url of urls) {
    for (let from = 0; from < each; from += CLIENTS_A_PROCESS) {
      const count = Math.min(CLIENTS_A_PROCESS, each - from);
      const child = fork(
        join(import.meta.dirname, "sockets/clients.mjs"),
        [url.replace("http", "ws"), path, String(count), String(children.length + 1)],
        { execArgv: [] },
      );
      children.push(child);
      await answer(child);
    }
  }
  return {
    begin: () => children.forEach((child) => child.send("begin")),
    async tell(): Promise<Heard> {
      const told = await Promise.all(
        children.map(async (child) => {
          child.send("tell");
          const { heard, cut } = (await answer(child)) as { heard: Heard; cut: number };
          return { ...heard, cut };
        }),
      );
      return {
        messages: told.reduce((sum, { messages }) => sum + messages, 0),
        bytes: told.reduce((sum, { bytes }) => sum + bytes, 0),
        cut: told.reduce((sum, { cut }) => sum + cut, 0),
        delaysMs: told.flatMap(({ delaysMs }) => delaysMs),
      };
    },
    close: () => children.forEach((child) => child.disconnect()),
  };
}

interface Game {
  readonly servers: readonly ServerProcess[];
  readonly players: readonly Player[];
  /** Receives every event, with the whole race. */
  readonly watcher: LiveSocket;
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Plays one race, from its opening until the next is open; returns what the servers used meanwhile. */
async function playRace({ servers, players, watcher }: Game, begin: () => void) {
  const [reader] = players;
  const race: Json = await until("a race that takes bets", async () => {
    const { body } = (await reader?.call("GET", "/api/races/active")) ?? {};
    return body.race?.status === "pending" && body.race.bettingOpensAt !== null && body.race;
  });
  await pause(1_000);
  begin();
  const [from, began] = [watcher.heard.length, performance.now()];
  const taken = servers.map(({ pid }) => processorSeconds(pid));
  for (const [at, player] of players.entries()) {
    await player.bet(race.id, race.horses[at % 6].id, 0.1);
    await pause(BET_EVERY_MS);
  }
  await until("the next race", () =>
    Promise.resolve(watcher.heard.slice(from).some(({ name }) => name === "new-race")),
  );
  await pause(3_000);
  const seconds = servers.reduce((sum, { pid }, at) => sum + processorSeconds(pid) - (taken[at] ?? 0), 0);
  return { seconds, lasted: (performance.now() - began) / 1000, texts: watcher.heard.slice(from) };
}

/**
 * Processor seconds of the servers per second, while nothing happens in the race: with clients, the cost of their
 * pings.
 */
async function measureRest({ servers }: Game): Promise<number> {
  const taken = servers.map(({ pid }) => processorSeconds(pid));
  await pause(REST_MS);
  const seconds = servers.reduce((sum, { pid }, at) => sum + processorSeconds(pid) - (taken[at] ?? 0), 0);
  return seconds / (REST_MS / 1000);
}

const textOf = ({ name, payload }: { name: string; payload: Json }) => `42${JSON.stringify([name, payload])}`;

/** As many bare servers as there are servers, each with its own process. */
async function openBareServers() {
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()));
  const children = ports.map((port) =>
    fork(join(import.meta.dirname, "sockets/bare.mjs"), [String(port)], { execArgv: [] }),
  );
  await Promise.all(children.map((child) => answer(child)));
  return { children, urls: ports.map((port) => `http://127.0.0.1:${port}`) };
}

/** The same number of messages of the same length from bare servers, at least as far apart as the real ones came. */
async function measureBare(times: number, length: number) {
  const { children, urls } = await openBareServers();
  const seconds = () => children.reduce((sum, { pid }) => sum + processorSeconds(pid ?? 0), 0);
  const clients = await openClients(urls, "/");
  await pause(1_000);
  clients.begin();
  const taken = seconds();
  for (let time = 0; time < times; time += 1) {
    for (const child of children) child.send(length);
    await pause(250);
  }
  await pause(2_000);
  const { messages, delaysMs } = await clients.tell();
  const us = ((seconds() - taken) * 1_000_000) / messages;
  clients.close();
  for (const child of children) child.disconnect();
  return { us, late: lateness(delaysMs) };
}

const lateness = (delaysMs: readonly number[]) =>
  `${[50, 99, 100].map((percent) => percentile(delaysMs, percent).toFixed(0)).join(" / ")} ms`;

/** What the servers use without clients: for a race, and per second of rest. */
interface Alone {
  readonly race: number;
  readonly rest: number;
}

async function measureWay(way: string, game: Game, alone: Alone) {
  const { servers } = game;
  const before = servers.map(({ pid }) => residentMegabytes(pid));
  const began = performance.now();
  const clients = await openClients(
    servers.map(({ url }) => url),
    ways[way] ?? SOCKET_IO,
  );
  const connected = (performance.now() - began) / 1000;
  await pause(3_000);
  const pings = (await measureRest(game)) - alone.rest;
  const { seconds, lasted } = await playRace(game, clients.begin);
  const { messages, bytes, delaysMs, cut } = await clients.tell();
  const kilobytes =
    servers.reduce((sum, { pid }, at) => sum + residentMegabytes(pid) - (before[at] ?? 0), 0) * 1024;
  const us = ((seconds - alone.race - pings * lasted) * 1_000_000) / messages;
  clients.close();
  await pause(2_000);
  const bare = await measureBare(Math.round(messages / CLIENTS), Math.round(bytes / messages));
  const perClient = `${(messages / CLIENTS).toFixed(1)} messages, ${(bytes / CLIENTS / 1024).toFixed(1)} KiB a race`;
  console.log(
    `${way}: ${CLIENTS} clients on ${SERVERS} server(s), connected in ${connected.toFixed(1)} s, ${cut} cut; a client ${perClient}; ` +
      `late by ${lateness(delaysMs)} (median, p99, worst), bare ws ${bare.late}; ${us.toFixed(1)} us of the server's processor a ` +
      `message, bare ws ${bare.us.toFixed(1)}: ${(us / bare.us).toFixed(2)} times; pings take ${(pings * 100).toFixed(1)} % of a core; ` +
      `${(kilobytes / CLIENTS).toFixed(0)} KiB of memory a client`,
  );
}

async function openGame(): Promise<Game & { readonly close: () => Promise<void> }> {
  const several = SERVERS > 1;
  const postgres = several ? await startPostgres() : null;
  const env = {
    LOG_LEVEL: "warn",
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  const servers: ServerProcess[] = [];
  const dataDir = emptyDataDir();
  for (let at = 0; at < SERVERS; at += 1)
    servers.push(await startServer(several ? { env, dataDir } : { env }));
  const [first] = servers;
  if (first === undefined) throw new Error("no server");
  const admin = await openAdminSession(first.url);
  const settings = {
    countdown_seconds: "30",
    next_race_delay: "1",
    race_type_weights: '{"classic":100,"sprint":0,"endurance":0}',
  };
  for (const [key, value] of Object.entries(settings)) await changeSetting(admin, key, value);
  const players = Array.from({ length: BETTORS }, () => newPlayer(first.url));
  for (const [at, player] of players.entries()) {
    await player.signIn();
    await player.createProfile(`bettor-${at}`);
    await player.airdrop(GRANT);
  }
  const watcher = await openLiveSocket(first.url, null);
  return {
    servers,
    players,
    watcher,
    async close() {
      watcher.close();
      for (const server of servers) await server.stop();
      for (const { dataDir: folder } of servers) rmSync(folder, { recursive: true, force: true });
      await postgres?.stop();
    },
  };
}

const game = await openGame();
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const rest = await measureRest(game);
    const { seconds, texts } = await playRace(game, () => undefined);
    const sizes = texts.map((event) => Buffer.byteLength(textOf(event)));
    console.log(
      `nobody follows: ${seconds.toFixed(2)} s of processor a race; a whole race is told in ${texts.length} messages, ${(sizes.reduce((sum, size) => sum + size, 0) / 1024).toFixed(1)} KiB`,
    );
    for (const way of values.ways.split(",")) await measureWay(way, game, { race: seconds, rest });
  }
} finally {
  await game.close();
}
// The chain's library holds sockets open to servers that are gone.
process.exit(0);
