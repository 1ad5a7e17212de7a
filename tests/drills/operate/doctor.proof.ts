import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Keypair } from "@solana/web3.js";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildServerIfStale } from "../../../scripts/build.mjs";
import { changeSetting } from "../../support/admin-session.ts";
import { newPlayer, type Player } from "../../support/player.ts";
import { startPostgres, type TestServer } from "../../support/postgres.ts";
import { startPublicNode } from "../../support/public-node.ts";
import { startRedis, type TestRedis } from "../../support/redis.ts";
import { freePort, type ServerProcess, startServer } from "../../support/server-process.ts";
import { openSiteProxy } from "../../support/site-proxy.ts";
import { until } from "../../support/until.ts";
import type { Finding } from "../../../src/doctor/check.ts";

const SOL = 1_000_000_000;
const folder = mkdtempSync(join(tmpdir(), "furlong-doctor-"));
const keyFile = join(folder, "funder.json");

let postgres: TestServer;
let redis: TestRedis;
let node: Awaited<ReturnType<typeof startPublicNode>>;
let proxy: Awaited<ReturnType<typeof openSiteProxy>>;
let ports: readonly [number, number];
let servers: ServerProcess[];
let admin: Player;
const funder = Keypair.generate();
let environment: Record<string, string>;

beforeAll(async () => {
  buildServerIfStale();
  [postgres, redis, node] = await Promise.all([startPostgres(), startRedis(), startPublicNode()]);
  ports = [await freePort(), await freePort()];
  proxy = await openSiteProxy(ports, await freePort());
  admin = newPlayer(proxy.url, { rpcUrl: node.faucetUrl });
  environment = {
    SOLANA_NETWORK: "devnet",
    RPC_URL_DEVNET: node.url,
    PUBLIC_ORIGIN: proxy.url,
    ADMIN_WALLETS: admin.address,
    HOUSE_MASTER_PASSWORD: "Doctor-Password-1234!",
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    TRUST_PROXY: "1",
    METRICS_TOKEN: "a-token-for-metrics",
    DATA_DIR: join(folder, "data"),
  };
  // The second server waits for nothing that the first one does.
  servers = [await open(ports[0]), await open(ports[1])];
  await admin.signIn();
  const settings = {
    countdown_seconds: "20",
    min_bets_to_start: "2",
    race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
    sprint_duration: "5",
  };
  for (const [key, value] of Object.entries(settings)) await changeSetting(admin, key, value);
  const hot = await until("the hot wallet", async () => {
    const { body } = await admin.call("GET", "/api/solvency");
    return body.holdings?.find(({ kind }: { kind: string }) => kind === "hot")?.address as string | undefined;
  });
  // What another wallet sends is that wallet's, and pays for no notary.
  await admin.airdrop(5 * SOL + 5_000);
  await admin.transfer(hot, 5 * SOL);
  await admin.connection.requestAirdrop(funder.publicKey, SOL);
  await until("the funder's SOL", async () => (await balance()) === SOL);
  writeFileSync(keyFile, JSON.stringify([...funder.secretKey]), { mode: 0o600 });
}, 240_000);
afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  await proxy?.close();
  await node?.close();
  await redis?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Started as the container image and the systemd units start it. */
const open = (port: number) =>
  startServer({
    port,
    dataDir: environment["DATA_DIR"] ?? "",
    env: environment,
    program: buildServerIfStale(),
  });

const balance = () => admin.connection.getBalance(funder.publicKey);

async function doctor(args: readonly string[], changes: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", "scripts/run.mjs", "doctor", "--json", ...args],
    {
      cwd: join(import.meta.dirname, "../../.."),
      env: { ...process.env, ...environment, ...changes },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const [output, progress, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  if (output === "") throw new Error(progress);
  const { findings } = JSON.parse(output) as { findings: Finding[] };
  return { code, findings, bad: findings.filter(({ status }) => status === "failed") };
}

it("OPERATE-3 OPERATE-4 on a chain as if it were devnet, behind a proxy, all is in order and a whole race is played and paid", async () => {
  const before = await balance();
  const { code, findings, bad } = await doctor([
    "--url",
    proxy.url,
    "--play",
    "--key",
    keyFile,
    "--patience",
    "180",
  ]);
  expect([bad, code]).toEqual([[], 0]);
  const looked = findings.filter(({ status }) => status === "ok").map(({ area }) => area);
  expect(looked).toEqual(
    expect.arrayContaining([
      "database schema",
      "master password",
      "seeds",
      "Redis",
      "sendTransaction",
      "sockets",
      "addresses of players",
      "they bet on two horses",
      "its winner follows from its seed",
      "the money is with its players",
      "the wallets are emptied",
    ]),
  );
  // The cost: at most the edge on two stakes of 0.01 SOL, and some network fees.
  const cost = before - (await balance());
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThan(0.0012 * SOL);
});

it("each of the two servers is replaced in turn, and the site is never closed", async () => {
  const answers: number[] = [];
  const watching = new AbortController();
  const visitor = (async () => {
    while (!watching.signal.aborted) {
      answers.push((await fetch(`${proxy.url}/api/races/active`)).status);
      await pause(50);
    }
  })();
  for (const [index, port] of ports.entries()) {
    expect(await servers[index]?.stop()).toBe(0);
    servers[index] = await open(port);
  }
  watching.abort();
  await visitor;
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  await until(
    "a leader",
    async () => (await admin.call("GET", "/api/admin/overview")).body.hasLeader === true,
  );
});

it("OPERATE-3 a wrong master password, data of another network and a database that may lose commits are found", async () => {
  const wrong = await doctor([], { HOUSE_MASTER_PASSWORD: "Another-Password-1234!" });
  expect([wrong.bad.map(({ area }) => area), wrong.code]).toEqual([["master password"], 1]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query("alter database postgres set synchronous_commit = off");
    await client.query("update settings set value = 'mainnet-beta' where key = 'network'");
    const found = await doctor([]);
    expect(found.bad.map(({ area }) => area)).toEqual(["database settings", "database's network"]);
  } finally {
    await client.query("update settings set value = 'devnet' where key = 'network'");
    await client.query("alter database postgres reset synchronous_commit");
    await client.end();
  }
});

it("OPERATE-3 a server that believes a client's own address is found", async () => {
  // Bypasses the proxy, so that the header is the client's own.
  const url = `http://127.0.0.1:${ports[1]}`;
  const { bad } = await doctor(["--url", url], { PUBLIC_ORIGIN: url });
  expect(bad.map(({ area }) => area)).toEqual(["addresses of players"]);
});

it("OPERATE-3 a schema of another version, and a key that does not open the seeds, are found", async () => {
  const other = join(folder, "other");
  mkdirSync(other, { mode: 0o700 });
  writeFileSync(join(other, "seed-key"), new Uint8Array(32), { mode: 0o600 });
  expect((await doctor([], { DATA_DIR: other })).bad.map(({ area }) => area)).toEqual(["seeds"]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query("update schema_migrations set hash = 'x' || hash where position = 0");
    expect((await doctor([])).bad.map(({ area }) => area)).toEqual(["database schema"]);
  } finally {
    await client.query("update schema_migrations set hash = substr(hash, 2) where position = 0");
    await client.end();
  }
});
