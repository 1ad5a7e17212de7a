/**
 * Kills the running product with SIGKILL at the worst moments and counts what was lost.
 *
 *     npm run prove:kill -- --cycles 10 --database embedded
 *
 * Players of another make than the product bet through the published wire; the server dies at a named point of
 * each race and is started again on the same data. Afterwards every acknowledged bet must be in the books of its
 * race, every race must have the winner that its seed gives, and everyone must have been paid exactly once.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newPlayer, type PaidBet, type Player } from "../test/independent-player.ts";
import { startPostgres } from "../test/postgres.ts";
import { auditRace, paymentsFrom } from "../test/race-audit.ts";
import { until } from "../test/until.ts";
import { freePort, type ServerProcess, startServer } from "../test/server-process.ts";
import { type KillPoint, killPoints } from "./kill-points.ts";

const SOL = 1_000_000_000;
/** One on each horse, so that every race pays somebody. */
const PLAYERS = 6;

const { values: options } = parseArgs({
  options: {
    cycles: { type: "string", default: "5" },
    database: { type: "string", default: "embedded" },
  },
});

interface AcknowledgedBet extends PaidBet {
  readonly wallet: string;
}

interface OpenRace {
  readonly id: string;
  readonly horses: readonly { readonly id: number }[];
}

interface Tally {
  readonly kills: Map<KillPoint, number>;
  readonly acknowledged: AcknowledgedBet[];
  readonly raceIds: Set<string>;
  readonly problems: string[];
}

/** The server under the drill, on the same port and data whenever it is started. */
async function openStage(databaseUrl: string | null) {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "furlong-drill-"));
  const env = { LOCAL_SLOT_MS: "100", ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  let server: ServerProcess = await startServer({ port, dataDir, env });
  return {
    url: server.url,
    server: () => server,
    async killAt(point: KillPoint) {
      await killPoints[point](server);
      await server.kill();
      server = await startServer({ port, dataDir, env });
    },
    stop: () => server.stop(),
  };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

async function joined(stage: Stage, name: string): Promise<Player> {
  const player = newPlayer(stage.url);
  await player.signIn();
  await player.createProfile(name);
  await player.airdrop(100 * SOL);
  return player;
}

async function hurryRaces(admin: Player) {
  await admin.call("POST", "/local/admin", { adminWallet: admin.wallet });
  const settings = {
    countdown_seconds: "10",
    extend_seconds: "5",
    race_type_weights: '{"classic":0,"sprint":100,"endurance":0}',
    next_race_delay: "1",
    min_bets_to_start: "2",
  };
  for (const [settingKey, settingValue] of Object.entries(settings)) {
    const answer = await admin.call("POST", "/admin/settings", {
      adminWallet: admin.wallet,
      settingKey,
      settingValue,
    });
    if (answer.status !== 200) throw new Error(`${settingKey}: ${JSON.stringify(answer.body)}`);
  }
}

/** Bets until the server took it or will not any more; only what it acknowledged counts as owed. */
async function betOnce(player: Player, lane: number, race: OpenRace, tally: Tally) {
  const horse = race.horses[lane];
  if (!horse) return;
  try {
    const bet = await player.bet(race.id, horse.id, 0.1 + Math.floor(Math.random() * 20) / 100);
    if (bet.confirmed.status === 200) tally.acknowledged.push({ ...bet, wallet: player.wallet });
  } catch {
    // Killed on the way, or betting closed: nothing was acknowledged, so nothing is owed but the payment itself,
    // which the books show as a bet or as a credit.
  }
}

async function cycle(stage: Stage, players: readonly Player[], point: KillPoint, tally: Tally) {
  const [watcher] = players;
  if (!watcher) return;
  const race = await until("an open race", async () => {
    const { body } = await watcher.call("GET", "/races/active");
    const open = body.race;
    return open?.status === "pending" && open.bettingOpensAt !== null && !tally.raceIds.has(open.id) && open;
  });
  tally.raceIds.add(race.id);
  const killed = stage.killAt(point);
  const bets = players.map((player, lane) => betOnce(player, lane, race, tally));
  await Promise.all([killed, ...bets]);
  tally.kills.set(point, (tally.kills.get(point) ?? 0) + 1);
  // Whoever was cut off bets again, so that the race can start.
  const isIn = ({ wallet }: Player) =>
    tally.acknowledged.some((bet) => bet.wallet === wallet && bet.raceId === race.id);
  await Promise.all(
    players.map(async (player, lane) => {
      if (!isIn(player)) await betOnce(player, lane, race, tally);
    }),
  );
  await until(`${race.id} to be settled and paid`, () => isFinal(watcher, race.id));
}

async function isFinal(watcher: Player, raceId: string): Promise<boolean> {
  const { body } = await watcher.call("GET", `/races/verify/${raceId}`);
  const books = body.race?.settlement;
  return (
    books &&
    body.race.anchors.result !== null &&
    books.payouts.every((payout: { status: string }) => ["completed", "cancelled"].includes(payout.status))
  );
}

async function findProblems(stage: Stage, watcher: Player, tally: Tally) {
  for (const raceId of tally.raceIds) {
    const audit = await auditRace(stage.url, raceId);
    tally.problems.push(...audit.problems.map((problem) => `${raceId}: ${problem}`));
    const { body } = await watcher.call("GET", `/races/verify/${raceId}`);
    const booked = new Set(body.race.settlement.bets.map((bet: { id: string }) => bet.id));
    for (const bet of tally.acknowledged.filter((bet) => bet.raceId === raceId))
      if (!booked.has(bet.betId))
        tally.problems.push(`${raceId}: the acknowledged bet ${bet.betId} is missing`);
  }
  const { body } = await watcher.call("GET", "/solvency");
  const hot = body.holdings.find((holding: { kind: string }) => holding.kind === "hot").address;
  const sent = await paymentsFrom(stage.url, hot);
  for (const [memo, payments] of sent)
    if (payments.length !== 1) tally.problems.push(`${memo} was paid ${payments.length} times`);
  const settled = await until("the books to agree with the chain", async () => {
    const answer = await watcher.call("GET", "/solvency");
    return answer.body.difference === "0" && answer.body;
  }).catch(() => null);
  if (!settled) tally.problems.push("the books and the chain differ");
  return sent.size;
}

async function main() {
  const postgres = options.database === "postgres" ? await startPostgres() : null;
  const stage = await openStage(postgres?.url ?? null);
  const tally: Tally = { kills: new Map(), acknowledged: [], raceIds: new Set(), problems: [] };
  const startedAt = Date.now();
  try {
    const admin = await joined(stage, "steward");
    await hurryRaces(admin);
    const players = await Promise.all(
      Array.from({ length: PLAYERS }, (_, at) => joined(stage, `driller-${at}`)),
    );
    const points = Object.keys(killPoints) as KillPoint[];
    for (let at = 0; at < Number(options.cycles); at++) {
      const point = points[at % points.length] ?? "betting";
      await cycle(stage, players, point, tally);
      console.log(`cycle ${at + 1}: killed at ${point}, ${tally.problems.length} problems so far`);
    }
    const payments = await findProblems(stage, admin, tally);
    report(tally, payments, Date.now() - startedAt);
  } finally {
    await stage.stop();
    await postgres?.stop();
  }
  process.exitCode = tally.problems.length === 0 ? 0 : 1;
}

function report(tally: Tally, payments: number, tookMs: number) {
  console.log(`\ndatabase            ${options.database}`);
  for (const [point, count] of tally.kills) console.log(`killed at ${point.padEnd(10)} ${count}`);
  console.log(`races               ${tally.raceIds.size}`);
  console.log(`acknowledged bets   ${tally.acknowledged.length}`);
  console.log(`payments on chain   ${payments}, each once`);
  console.log(`took                ${Math.round(tookMs / 1000)} s`);
  console.log(`problems            ${tally.problems.length}`);
  for (const problem of tally.problems) console.log(`  ${problem}`);
}

await main();
