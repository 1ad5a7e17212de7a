import { afterAll, beforeAll, expect, it } from "vitest";
import { openAdminSession } from "../../support/admin-session.ts";
import { type Backers, openBackers, type OpenRace } from "../../support/backers.ts";
import type { Json } from "../../support/browser-session.ts";
import { readAlerts, readDashboard } from "../../support/deployment.ts";
import { newPlayer, type Player } from "../../support/player.ts";
import { metricsOf } from "../../support/promql.ts";
import { type ServerProcess, startServer } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

let server: ServerProcess;
let admin: Player;
let backers: Backers;
let race: OpenRace;
/** The bet of a player whose payment arrives after betting has closed. */
let lateBet: string;

beforeAll(async () => {
  // The default log level.
  server = await startServer({ env: { LOG_LEVEL: "info" } });
  admin = await openAdminSession(server.url);
  backers = await openBackers(server.url, admin);
  race = await backers.untilOpen();
  const late = newPlayer(server.url);
  await late.signIn();
  await late.createProfile("latecomer");
  await late.airdrop(1_000_000_000);
  const { betId, transaction } = await late.prepare(race.id, race.horses[0]!.id, 0.1);
  lateBet = betId;
  const running = backers.runRace(race);
  await until("the close of betting", async () => {
    const { body } = await admin.call("GET", `/api/races/${race.id}`);
    return body.race.status === "active";
  });
  late.signTransaction(transaction);
  await late.sendToChain(transaction);
  await running;
}, 240_000);
afterAll(() => server?.stop());

const linesOf = (betId: string): readonly Json[] =>
  server.lines.filter((line) => line.includes(betId)).map((line) => JSON.parse(line) as Json);
const story = (betId: string) => linesOf(betId).map(({ msg }) => msg);
const settled = async (): Promise<readonly Json[]> =>
  (await admin.call("GET", `/api/admin/race/${race.id}`)).body.bets;

it("OPERATE-1 one search for a bet tells its story, from its preparation to the payout that cannot be dropped", async () => {
  const bets = await settled();
  const winner = bets.find(({ result }) => result === "win");
  const loser = bets.find(({ result }) => result === "loss");
  await until("the payout to be final", async () => story(winner.id).includes("payment final"));
  expect(story(winner.id)).toEqual([
    "bet prepared",
    "bet submitted",
    "bet admitted",
    "bet settled",
    "payout queued",
    "payment signed",
    "payment sent",
    "payment final",
  ]);
  expect(story(loser.id)).toEqual(["bet prepared", "bet submitted", "bet admitted", "bet settled"]);
  expect(story(lateBet)).toEqual(["bet prepared", "payment of a bet credited"]);
  expect(linesOf(lateBet).at(-1)).toMatchObject({ reason: "BETTING_CLOSED", level: "info" });
  for (const { id } of [winner, loser, { id: lateBet }]) {
    for (const line of linesOf(id)) expect(line).toMatchObject({ betId: id, raceId: race.id });
  }
  const wallets = backers.players.map(({ address }) => address);
  const named = [winner, loser].flatMap(({ id }) => linesOf(id).map((line) => JSON.stringify(line)));
  expect(named.filter((line) => wallets.some((wallet) => line.includes(wallet)))).toEqual([]);
});

it("OPERATE-2 every metric of the dashboard and the alerts is one that a running server exports", async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const isExported = ({ name, labels }: ReturnType<typeof metricsOf>[number]) =>
    samples.some(
      (sample) =>
        (sample.startsWith(`${name}{`) || sample.startsWith(`${name} `)) &&
        // The labels `job` and `instance` are Prometheus's own; a status may not have occurred yet.
        Object.entries(labels).every(
          ([label, value]) => label === "job" || sample.includes(`${label}="${value}"`),
        ),
    );
  const read = [...readAlerts().map(({ expr }) => expr), ...readDashboard().map(({ expr }) => expr)].flatMap(
    metricsOf,
  );
  // A counter with labels has no sample before its first increment.
  const counted = text.includes("# TYPE furlong_sockets_cut_total counter")
    ? ["furlong_sockets_cut_total"]
    : [];
  const known = new Set(["up", ...counted]);
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter((metric) => !known.has(metric.name) && !isExported(metric))).toEqual([]);
});

it("OPERATE-2 a problem of the overview is a metric while it stands", async () => {
  const isTold = async (code: string) =>
    (await (await fetch(`${server.url}/metrics`)).text()).includes(`furlong_problem{code="${code}"} 1`);
  expect(await isTold("MAINTENANCE_ON")).toBe(false);
  const set = (settingValue: string) =>
    admin.call("POST", "/api/admin/settings", {
      body: { adminWallet: admin.address, settingKey: "site_maintenance_enabled", settingValue },
    });
  expect((await set("true")).status).toBe(200);
  expect(await isTold("MAINTENANCE_ON")).toBe(true);
  expect((await set("false")).status).toBe(200);
  expect(await isTold("MAINTENANCE_ON")).toBe(false);
});
