import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildServerIfStale, buildWebIfStale } from "../../../scripts/build.mjs";
import { startCaddy } from "../../support/caddy.ts";
import { installDebianPackage } from "../../support/debian-package.ts";
import { openDevnetRpc } from "../../support/network-chain.ts";
import { startPostgres } from "../../support/postgres.ts";
import { startRedis } from "../../support/redis.ts";
import { openRelay } from "../../support/relay.ts";
import { freePort, type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";
import { openFaultyNode } from "../kill/faulty-node.ts";
import { momentOf, newMoments } from "../kill/moments.ts";
import { randomFrom } from "../kill/random.ts";
import { openSmallDisk } from "../kill/small-disk.ts";
import type { Fault } from "./cells.ts";

const SLOT_MS = 50;
const DISK_MEGABYTES = 400;
const PASSWORD = "Drill-Password-1234!";
/** What a slow network adds to each part that is sent, and a slow disk to each write that must last. */
const SLOW_MS = 150;
const CLOCK_SHIFT_MS = 60_000;
const STRACE = "/usr/bin/strace";

/**
 * The installation of docs/operate as processes: two servers behind the shipped proxy, over Postgres, Redis and a
 * Solana node, each of which can be broken and mended.
 */
export async function openNeighbours(seed: string) {
  buildWebIfStale();
  const program = buildServerIfStale();
  const folder = mkdtempSync(join(tmpdir(), "furlong-neighbours-"));
  const logFile = join(folder, "servers.log");
  const clockFile = join(folder, "clock");
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const disk = process.getuid?.() === 0 ? openSmallDisk(DISK_MEGABYTES) : null;
  // A drill that is aborted must leave nothing behind.
  const endChildren = () => {
    spawnSync("pkill", ["-KILL", "-P", String(process.pid)]);
    disk?.remove();
  };
  process.once("exit", endChildren);
  const [postgres, redis, chain] = await Promise.all([
    startPostgres(disk ? { folder: disk.folder } : {}),
    startRedis(),
    openDevnetRpc(SLOT_MS),
  ]);
  const node = await openFaultyNode(chain.url, randomFrom(seed, "node"));
  const relays = {
    postgres: await openRelay(Number(new URL(postgres.url).port)),
    redis: await openRelay(Number(new URL(redis.url).port)),
  };
  const ports = [await freePort(), await freePort()];
  const proxy = await startCaddy(ports.map((port) => `127.0.0.1:${port}`).join(" "));
  const moments = newMoments();
  const servers: ServerProcess[] = [];
  const ended: string[] = [];
  let leader: ServerProcess | undefined;
  let tracing: ChildProcess | null = null;
  let adminWallets = "";
  let isOver = false;

  const through = (url: string, relay: { readonly url: string }) =>
    url.replace(new URL(url).host, new URL(relay.url).host);
  async function startOne(port: number) {
    const server = await startServer({
      port,
      dataDir,
      program: ["--import", pathToFileURL(join(import.meta.dirname, "shiftable-clock.mjs")).href, ...program],
      untilReady: false,
      env: {
        CLOCK_SHIFT_FILE: clockFile,
        DATABASE_URL: through(postgres.url, relays.postgres),
        REDIS_URL: through(redis.url, relays.redis),
        SOLANA_NETWORK: "devnet",
        RPC_URL_DEVNET: node.url,
        PUBLIC_ORIGIN: proxy.url,
        TRUST_PROXY: "1",
        ADMIN_WALLETS: adminWallets,
        HOUSE_MASTER_PASSWORD: PASSWORD,
      },
    });
    server.onLine((line) => {
      appendFileSync(logFile, `${port} ${line}\n`);
      if (line.includes('"lease":"engine"') && line.includes('"became the leader"')) leader = server;
      const moment = momentOf(line);
      if (moment !== null) moments.tell(moment);
    });
    void server.exited.then((code) => {
      if (!isOver) ended.push(`the server at ${port} ended: ${code ?? "by a signal"}`);
    });
    servers.push(server);
  }

  /** A pause of the whole server, open connections and waiting ones too. */
  const signalPostgres = (signal: "SIGSTOP" | "SIGCONT") => {
    for (const pid of postgres.pids()) process.kill(pid, signal);
  };
  const shiftClock = (ms: number) => {
    writeFileSync(clockFile, String(ms));
    process.kill((leader ?? servers[0])?.pid ?? Number.NaN, "SIGUSR2");
  };
  async function slowDisk() {
    if (!existsSync(STRACE)) installDebianPackage("strace");
    const writes = "fsync,fdatasync";
    const who = postgres.pids().flatMap((pid) => ["-p", String(pid)]);
    const delay = `inject=${writes}:delay_enter=${SLOW_MS * 1_000}`;
    tracing = spawn(STRACE, ["-f", "-qq", "-o", "/dev/null", "-e", `trace=${writes}`, "-e", delay, ...who], {
      stdio: "inherit",
    });
  }
  async function endTracing() {
    if (tracing === null || tracing.exitCode !== null) throw new Error("the disk was never slow");
    const gone = once(tracing, "exit");
    tracing.kill("SIGINT");
    await gone;
    tracing = null;
  }

  interface Break {
    readonly strike: () => unknown;
    readonly mend: () => unknown;
  }
  const onDisk = () => {
    if (disk === null) throw new Error("a full disk can be tried by root alone");
    return disk;
  };
  const breaks: Readonly<Record<Fault, Break>> = {
    "Redis stopped": { strike: redis.end, mend: redis.start },
    "Redis hangs": { strike: redis.hang, mend: redis.resume },
    "Redis slow": { strike: () => relays.redis.slow(SLOW_MS), mend: () => relays.redis.mend() },
    "Postgres stopped": { strike: postgres.end, mend: postgres.start },
    "Postgres hangs": {
      strike: () => signalPostgres("SIGSTOP"),
      mend: () => signalPostgres("SIGCONT"),
    },
    "Postgres slow": { strike: () => relays.postgres.slow(SLOW_MS), mend: () => relays.postgres.mend() },
    "Postgres, disk full": {
      strike: () => onDisk().fill(),
      async mend() {
        onDisk().free();
        // It ends by itself when it cannot write its log; whoever watches over services starts it again.
        await postgres.start();
      },
    },
    "Postgres, disk slow": { strike: slowDisk, mend: endTracing },
    "node down": { strike: () => node.feel("down"), mend: () => node.feel("well") },
    "node silent": { strike: () => node.feel("silent"), mend: () => node.feel("well") },
    "node slow": { strike: () => node.feel("slow"), mend: () => node.feel("well") },
    "leader's clock a minute ahead": { strike: () => shiftClock(CLOCK_SHIFT_MS), mend: () => shiftClock(0) },
    "leader's clock a minute behind": {
      strike: () => shiftClock(-CLOCK_SHIFT_MS),
      mend: () => shiftClock(0),
    },
  };

  const isReady = async () => {
    const answers = await Promise.all(
      servers.map(({ url }) => fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(5_000) })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    return bodies.every((body) => body.dependencies.every(({ ready }: { ready: boolean }) => ready));
  };
  return {
    url: proxy.url,
    rpcUrl: chain.url,
    moments,
    logFile,
    /** What each server that ended said last. */
    ended: (): readonly string[] => ended,
    appoint(wallet: string) {
      adminWallets = wallet;
    },
    async start() {
      // One after the other: the first makes the keys that both use.
      for (const port of ports) {
        await startOne(port);
        await until("a server to be ready", isReady, { patienceMs: 120_000 });
      }
    },
    /** Until both servers say that they and all their neighbours are ready. */
    ready: () => until("the servers to be ready", isReady, { patienceMs: 300_000, everyMs: 250 }),
    strike: async (fault: Fault) => void (await breaks[fault].strike()),
    mend: async (fault: Fault) => void (await breaks[fault].mend()),
    async close({ keepFiles }: { keepFiles: boolean }) {
      isOver = true;
      process.off("exit", endChildren);
      await Promise.all(servers.map((server) => server.kill()));
      await proxy.stop();
      await Promise.all(Object.values(relays).map((relay) => relay.close()));
      await node.close();
      await chain.close();
      await Promise.all([redis.stop(), postgres.stop()]);
      disk?.remove();
      if (!keepFiles) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Neighbours = Awaited<ReturnType<typeof openNeighbours>>;
