import { resumeIfHalted, startAdmin } from "./admin.ts";
import { type Landed, openChain } from "./chain.ts";
import { startChaos } from "./chaos.ts";
import { openCluster } from "./cluster.ts";
import { openFaults } from "./faults.ts";
import { house, houseKinds, keypairOf } from "./keys.ts";
import { isSet, type Mirror, text } from "./oracle/mirror.ts";
import { openOracle } from "./oracle/oracle.ts";
import { type Manner, players, startPlayers } from "./players.ts";
import { ADMIN, type ServerProcess } from "./process.ts";
import { randomOf } from "./random.ts";
import type { Stage } from "./stage.ts";
import { openStore, type Store } from "./store.ts";
import { signOwn } from "./wallet.ts";
import { openWorld, type Actor, Violation } from "./world.ts";

export interface RunOptions {
  readonly seed: bigint;
  /** Settled races after which the faults stop. */
  readonly races: number;
  /** Players' manners and `admin` that stay away. */
  readonly muted?: readonly string[];
  /** Only these faults strike, by number; all when absent. */
  readonly onlyFaults?: readonly number[];
  readonly onlyCalamities?: readonly number[];
}

export interface RunReport {
  readonly seed: string;
  /** Settled, by paying or by refunding. */
  readonly races: number;
  readonly steps: number;
  readonly faults: number;
  readonly calamities: number;
  readonly traceHash: string;
  readonly violation: string | null;
  readonly tail: readonly string[];
  readonly met: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly virtualMs: number;
}

const START_MS = Date.UTC(2026, 0, 1);
const funder = keypairOf("funder");
const SOL = 1_000_000_000n;
const mostStepsOfARace = 6_000;
const mostStepsOfTheStart = 30_000;
const mostStepsOfTheEnd = 150_000;
const restLimitMs = 3_600_000;

/** One history: races under faults until enough are settled, then peace, then the reckoning. */
export async function runSeed(options: RunOptions): Promise<RunReport> {
  const random = randomOf(options.seed);
  const world = openWorld(random.stream("order"), START_MS);
  // The database's own clock reads this, inside this process as well.
  Date.now = () => Math.floor(world.nowMs());
  const store = await openStore();
  try {
    return await simulate(options, { random, world, store });
  } finally {
    await store.close();
  }
}

interface Opened {
  readonly random: ReturnType<typeof randomOf>;
  readonly world: ReturnType<typeof openWorld>;
  readonly store: Store;
}

async function simulate(options: RunOptions, { random, world, store }: Opened): Promise<RunReport> {
  const houseSources = new Set([funder.address]);
  const shape = random.stream("shape");
  const chainRules = {
    startMs: START_MS,
    finalizedAfter: shape.between(8, 24),
    blockhashLife: shape.between(40, 150),
    skippedSlots: 0.08,
  };
  const genesis = new Map([
    [funder.address, 1_000_000n * SOL],
    ...players.map(
      ({ pair, manner }) => [pair.address, manner === "miser" ? SOL / 2n : 3_000n * SOL] as const,
    ),
  ]);
  const oracle = openOracle({
    store,
    chain: () => chain,
    houseSources,
    fail: (violation) => world.fail(violation),
  });
  const events = {
    landed: (transaction: Landed) => oracle.landed(transaction),
    dropped: () => undefined,
    finalized: (transaction: Landed) => oracle.finalized(transaction),
  };
  const chain = openChain(chainRules, { random: random.stream("chain"), events, genesis });
  const deaths = new Map<Actor, () => void>();
  const only = options.onlyFaults && { only: new Set(options.onlyFaults) };
  const faults = openFaults(random.stream("faults"), { intensity: 1, ...only });

  const stage: Stage = {
    world,
    random: random.stream("processes"),
    faults,
    store,
    chain,
    oracle,
    houseSources,
    seedChainLength: shape.pick([7, 40, 200]),
    mostLag: shape.pick([3, 10, 60]),
    silentUntilMs: 0,
    laggingUntilMs: 0,
    pace: (ms, draws, isLoop) => {
      if (!isLoop) return ms * (1 + 2 * draws.fraction());
      if (draws.chance(0.05)) return ms;
      if (ms >= 5_000) return ms * (1 + 12 * draws.fraction());
      if (ms >= 2_000) return ms * (1 + draws.fraction());
      if (ms >= 1_000) return ms * (1 + 11 * draws.fraction());
      if (ms >= 400) return ms * (3 + 22 * draws.fraction());
      const isWaiting = openRaceIs(oracle.mirror, "countdown") || openRaceIs(oracle.mirror, "running");
      return ms * (1 + (isWaiting ? 120 : 25) * draws.fraction());
    },
    kill(actor) {
      if (!actor.isAlive) return;
      stage.retire(actor);
      cluster.died(actor as ServerProcess);
    },
    retire(actor) {
      if (!actor.isAlive) return;
      actor.isAlive = false;
      world.note(`${actor.name} dies`);
      deaths.get(actor)?.();
      deaths.delete(actor);
    },
    onDeath: (actor, tell) => void deaths.set(actor, tell),
    committed: () => oracle.committed(),
    leads: (actor, step) => oracle.mustLead(actor.name, step),
    sent: (transaction) => oracle.sent(transaction),
  };

  await furnish(stage);
  const cluster = openCluster(() => stage, { isAlone: shape.chance(0.25), random: random.stream("cluster") });
  let isOver = false;
  const muted = new Set(options.muted ?? []);
  const cast = { stage, cluster, isOver: () => isOver, muted };
  startPlayers({ ...cast, random: random.stream("players") });
  startAdmin({ ...cast, random: random.stream("admin"), funder });
  const met = new Map<string, number>();
  const calamities = options.onlyCalamities && { only: new Set(options.onlyCalamities) };
  const chaos = startChaos({ stage, cluster, random: random.stream("chaos"), met, ...calamities });

  const settled = () => {
    let count = 0;
    for (const race of oracle.mirror.races.values()) if (isSet(race, "settled_at")) count += 1;
    return count;
  };
  const isSound = () => world.failure === null;

  const most = mostStepsOfTheStart + options.races * mostStepsOfARace;
  for (let check = 1; isSound() && settled() < options.races; check += 1) {
    for (let step = 0; step < 64 && isSound(); step += 1) await world.step();
    if (check % 150 === 0) await oracle.fullCheck();
    if (world.steps > most)
      world.fail(new Violation(`INV-12 only ${settled()} races were settled in ${most} steps`));
  }
  if (isSound()) {
    isOver = true;
    await bringToRest(stage, cluster);
  }
  for (const [pair, times] of faults.met) met.set(pair, (met.get(pair) ?? 0) + times);
  return {
    seed: `0x${options.seed.toString(16)}`,
    races: settled(),
    steps: world.steps,
    faults: faults.struck,
    calamities: chaos.count,
    violation: world.failure === null ? null : describe(world.failure),
    tail: world.failure === null ? [] : world.tail(),
    traceHash: world.traceHash(),
    met: Object.fromEntries(met),
    counts: { ...oracle.counts },
    virtualMs: world.nowMs() - START_MS,
  };
}

/** Whether the newest race only waits for time to pass. */
function openRaceIs({ races }: Mirror, phase: "countdown" | "running"): boolean {
  const race = [...races.values()].at(-1);
  if (!race) return false;
  return phase === "countdown"
    ? race["status"] === "countdown"
    : race["status"] === "active" && isSet(race, "starts_at");
}

const describe = (failure: Error) =>
  failure instanceof Violation
    ? failure.message
    : `the simulated program threw: ${failure.stack ?? failure.message}`;

/** Some come with wins, or four in a row would be seldom seen, and a fifth never. */
const winsBefore: Readonly<Partial<Record<Manner, number>>> = {
  honest: 3,
  referred: 3,
  "streak farmer": 3,
  sniper: 4,
};

/** Profiles, house wallets and their first money, as they are once a game has been set up. */
async function furnish({ store, oracle, chain, world }: Stage) {
  const at = new Date(START_MS).toISOString();
  for (const kind of houseKinds) {
    store.query(
      "insert into house_wallets (address, kind, sealed_key, created_at) values ($1, $2, '-', $3)",
      [house[kind].address, kind, at],
    );
  }
  const [patron] = players.filter(({ manner }) => manner === "honest");
  for (const { name, manner, pair } of players) {
    store.query(
      "insert into users (wallet, username, referrer, current_win_streak, created_at) values ($1, $2, $3, $4, $5)",
      [
        pair.address,
        name,
        manner === "referred" || manner === "streak farmer" ? (patron?.pair.address ?? null) : null,
        winsBefore[manner] ?? 0,
        at,
      ],
    );
  }
  const settings = {
    network: "localnet",
    countdown_seconds: "10",
    extend_seconds: "5",
    next_race_delay: "1",
    sprint_duration: "5",
    race_type_weights: '{"classic":1,"sprint":9,"endurance":0}',
    superfecta_bonus_sol: "0.05",
  };
  for (const [key, value] of Object.entries(settings)) {
    store.query("insert into settings (key, value, updated_at) values ($1, $2, $3)", [key, value, at]);
  }
  await oracle.committed();
  const grants = { deposit: SOL / 5n, hot: 3n * SOL, treasury: SOL };
  for (const kind of houseKinds) {
    const transfers = [{ to: house[kind].address, lamports: grants[kind] }];
    chain.receive(signOwn(funder, { transfers, memo: null, blockhash: chain.hashOf(0) }).wire, world.nowMs());
  }
}

/** No more faults and no more players: everything must come to its end (rule INV-12). */
async function bringToRest(stage: Stage, cluster: ReturnType<typeof openCluster>) {
  const { world, oracle, faults } = stage;
  faults.stop();
  stage.silentUntilMs = 0;
  stage.laggingUntilMs = 0;
  stage.chain.stallFinality(0);
  for (const process of cluster.all) {
    process.skewMs = 0;
    process.pausedUntilMs = 0;
  }
  world.note("PEACE");
  const startedMs = world.nowMs();
  const attempt = (work: (server: ServerProcess) => Promise<unknown>) => {
    const server = cluster.any();
    // A server that is stopping meanwhile is asked again in the next round.
    if (server)
      server.call(() => work(server)).catch((error: unknown) => world.note(`peace: ${String(error)}`));
  };
  const change = (key: string, value: string) =>
    attempt((server) => server.use.changeSetting({ key, value, by: ADMIN }));
  const startedSteps = world.steps;
  for (let round = 0; world.failure === null; round += 1) {
    if (oracle.mirror.settings.get("next_race_delay") !== "600") change("next_race_delay", "600");
    if (oracle.mirror.settings.get("jackpot_pool_amount") !== "0") change("jackpot_pool_amount", "0");
    if (round % 10 === 0)
      resumeIfHalted({ stage, cluster }).catch((error: unknown) => world.note(`peace: ${String(error)}`));
    const open = [...oracle.mirror.races.values()].at(-1);
    const isWaiting = open?.["status"] === "pending" && round % 20 === 0;
    if (open && isWaiting)
      attempt((server) => server.use.refundRace({ raceId: text(open, "id"), reason: "closing time" }));
    for (let step = 0; step < 40 && world.failure === null; step += 1) await world.step();
    if (isAtRest(stage)) break;
    const isTooLong =
      world.nowMs() - startedMs > restLimitMs || world.steps - startedSteps > mostStepsOfTheEnd;
    if (isTooLong) {
      oracle.checkRest();
      world.fail(new Violation("INV-12 the game does not come to rest"));
    }
  }
  if (world.failure !== null) return;
  await oracle.fullCheck();
  oracle.checkRest();
  const { deposit, hot, treasury } = house;
  const held = [deposit, hot, treasury].reduce(
    (sum, { address }) => sum + stage.chain.balanceAt(address, stage.chain.tip()),
    0n,
  );
  const booked = -houseKinds.reduce((sum, kind) => sum + oracle.balance(`chain:${kind}`), 0n);
  if (held !== booked)
    world.fail(new Violation(`INV-2 at rest the house holds ${held} and the books ${booked}`));
}

function isAtRest({ oracle, world, chain }: Stage): boolean {
  const { races, payments, deposits } = oracle.mirror;
  const isOver = (status: unknown) => status === "completed" || status === "failed" || status === "cancelled";
  const newest = [...races.values()].at(-1);
  const isQuiet =
    newest !== undefined &&
    isSet(newest, "settled_at") &&
    oracle.mirror.settings.get("next_race_delay") === "600" &&
    world.nowMs() - Date.parse(text(newest, "settled_at")) > 30_000;
  return (
    isQuiet &&
    // A payment that comes late still has to be counted, and nothing says when.
    chain.isQuiet() &&
    oracle.hasCountedAll() &&
    [...races.values()].every((race) => isSet(race, "settled_at")) &&
    [...payments.values()].every(({ status }) => isOver(status)) &&
    [...deposits.values()].every((deposit) => isSet(deposit, "finalized_at") || deposit["outcome"] === "void")
  );
}
