import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildServerIfStale } from "../../../scripts/build.mjs";
import { openBackers, type OpenRace } from "../../support/backers.ts";
import { startCaddy } from "../../support/caddy.ts";
import { fill, readCompose, root, type Service, textOf } from "../../support/deployment.ts";
import { newPlayer, type Player } from "../../support/player.ts";
import { startPostgres, type TestServer } from "../../support/postgres.ts";
import { startPublicNode } from "../../support/public-node.ts";
import { freePort, type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

const { services } = readCompose();
const started = new Set<string>();
/** The service as the file describes it, from now on counted as one that was run. */
function serviceOf(name: string): Service {
  started.add(name);
  return services[name]!;
}

const folder = mkdtempSync(join(tmpdir(), "furlong-compose-"));
/** What the containers see of the volumes. */
const volumes = { "/data": join(folder, "data"), "/backups": join(folder, "backups") };
for (const path of Object.values(volumes)) mkdirSync(path, { mode: 0o700 });

let postgres: TestServer;
let redis: ChildProcess;
let caddy: Awaited<ReturnType<typeof startCaddy>>;
let node: Awaited<ReturnType<typeof startPublicNode>>;
let admin: Player;
/** Where the names and ports of the networks are on this machine. */
let places: Readonly<Record<string, string>>;
/** As in deploy/.env. */
let values: Readonly<Record<string, string>>;
let servers: ServerProcess[] = [];
let race: OpenRace;

async function isPaid(): Promise<boolean> {
  const client = new pg.Client({ connectionString: environmentOf(services["server-1"]!)["DATABASE_URL"] });
  await client.connect();
  const { rows } = await client.query("select status from payments where kind = 'payout' and race_id = $1", [
    race.id,
  ]);
  await client.end();
  return rows.length > 0 && rows.every(({ status }) => status === "completed");
}

const onThisMachine = (said: string) =>
  Object.entries({ ...places, ...volumes }).reduce((all, [name, place]) => all.replaceAll(name, place), said);
const environmentOf = ({ environment = {} }: Service) =>
  Object.fromEntries(
    Object.entries(fill(environment, values)).map(([name, value]) => [name, onThisMachine(value)]),
  );
/** `$$` stands for `$` in the file. */
const argumentsOf = (given: readonly string[] = []) =>
  given.map((one) => onThisMachine(one.replaceAll("$$", "$")));

/** From deploy/Dockerfile: the last CMD, and what ENV sets. */
const program = JSON.parse(/^CMD (\[.*\])$/gm.exec(textOf("deploy/Dockerfile"))?.[1] ?? "[]") as string[];
const ofImage = { NODE_ENV: "production", DATA_DIR: volumes["/data"] };

beforeAll(async () => {
  buildServerIfStale();
  [postgres, node] = await Promise.all([startPostgres(), startPublicNode()]);
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  places = {
    "postgres:5432": new URL(postgres.url).host,
    "redis:6379": `127.0.0.1:${ports[0]}`,
    "server-1:3000": `127.0.0.1:${ports[1]}`,
    "server-2:3000": `127.0.0.1:${ports[2]}`,
  };
  caddy = await startCaddy(
    fill(serviceOf("caddy").environment ?? {}, { SITE_HOST: "" })
      ["SERVERS"]!.split(" ")
      .map((name) => places[name])
      .join(" "),
  );
  admin = newPlayer(caddy.url, { rpcUrl: node.faucetUrl });
  values = {
    SOLANA_NETWORK: "devnet",
    SITE_HOST: "furlong.example",
    ADMIN_WALLETS: admin.address,
    HOUSE_MASTER_PASSWORD: "A horse, a horse, 1 kingdom",
    METRICS_TOKEN: "0123456789abcdef0123456789abcdef",
    POSTGRES_PASSWORD: "0123456789abcdef",
    RPC_URL_DEVNET: node.url,
  };
  await startDatabase();
  startRedisService(ports[0]);
  servers = [await openServer("server-1"), await openServer("server-2")];
}, 240_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await caddy?.stop();
  redis?.kill();
  await node?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Does what the image's first start does with its environment. */
async function startDatabase() {
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = environmentOf(serviceOf("postgres"));
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create role ${POSTGRES_USER} superuser login password '${POSTGRES_PASSWORD}'`);
  await client.query(`create database ${POSTGRES_DB} owner ${POSTGRES_USER}`);
  await client.end();
}

function startRedisService(port: number) {
  const [command = "", ...given] = argumentsOf(serviceOf("redis").command);
  redis = spawn(command, [...given, "--bind", "127.0.0.1", "--port", String(port), "--dir", folder], {
    stdio: "ignore",
  });
}

/** Without TLS, for which Caddy would ask the world for a certificate: so the players' address is another one. */
const openServer = (name: "server-1" | "server-2") =>
  startServer({
    port: Number(places[`${name}:3000`]?.split(":")[1]),
    dataDir: volumes["/data"],
    program: program.slice(1),
    env: { ...ofImage, ...environmentOf(serviceOf(name)), PUBLIC_ORIGIN: caddy.url },
  });

/** Runs a service that is a command, with further arguments; its files are found where its volumes are. */
function runService(name: string, ...further: readonly string[]) {
  const service = serviceOf(name);
  const [command = "", ...given] = argumentsOf([
    ...(service.entrypoint ?? []),
    ...(service.command ?? []),
    ...further,
  ]);
  return spawn(command, given, {
    cwd: root,
    env: { ...process.env, ...ofImage, ...environmentOf(service) },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

it.each([
  ["postgres", () => ({ PGHOST: "127.0.0.1", PGPORT: new URL(postgres.url).port }), () => []],
  ["redis", () => ({}), () => ["-p", places["redis:6379"]!.split(":")[1]!]],
])("%s is healthy by its own check", async (name, env, at) => {
  const [, command = "", ...given] = services[name]?.healthcheck?.test ?? [];
  await expect
    .poll(() => spawnSync(command, [...at(), ...given], { env: { ...process.env, ...env() } }).status)
    .toBe(0);
});

it("two servers behind the proxy, with Postgres and Redis, run a race and pay it", async () => {
  await admin.signIn();
  const hot = await until("the hot wallet", async () => {
    const { body } = await admin.call("GET", "/api/solvency");
    return body.holdings?.find(({ kind }: { kind: string }) => kind === "hot")?.address as string | undefined;
  });
  await admin.airdrop(10_000_000_000);
  // What another wallet sends is that wallet's, and pays for no notary.
  await admin.airdrop(5_000_005_000);
  await admin.transfer(hot, 5_000_000_000);
  const backers = await openBackers(caddy.url, admin, node.faucetUrl);
  race = await backers.untilOpen();
  await backers.runRace(race);
  await until("the payout", isPaid, { patienceMs: 60_000 });
  for (const { url } of servers) {
    const ready = await (await fetch(`${url}/api/health/ready`)).json();
    expect(ready.dependencies).toContainEqual({ name: "redis", ready: true });
  }
}, 240_000);

it("the hourly backup writes a file, and restore puts it in the place of the database", async () => {
  const backup = runService("backup");
  const files = () => readdirSync(volumes["/backups"]).filter((name) => name.endsWith(".backup"));
  await until("a backup", async () => files().length === 1);
  backup.kill();
  for (const server of servers.splice(0)) expect(await server.stop()).toBe(0);
  const restore = runService("restore", `/backups/${files()[0]}`, "--replace");
  const [said, [code]] = await Promise.all([text(restore.stdout), once(restore, "exit")]);
  expect([code, said]).toEqual([0, expect.stringContaining("The database was restored from")]);
  servers = [await openServer("server-1"), await openServer("server-2")];
  const verified = await until("the site", async () => {
    const answer = await admin.call("GET", `/api/races/verify/${race.id}`);
    return answer.status === 200 && answer;
  });
  expect(verified.body.race.settlement.kind).toBe("paid");
  expect(await isPaid()).toBe(true);
}, 120_000);

it("no service is left out but those that are checked by their own tools", () => {
  const others = Object.keys(services).filter((name) => !started.has(name));
  expect(others).toEqual(["prometheus", "alertmanager", "grafana"]);
});
