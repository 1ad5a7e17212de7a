import { startAdmin } from "./admin.ts";
import { bonusFarmers } from "./bonus-farmers.ts";
import { openChain } from "./chain.ts";
import type { Landed } from "./execute.ts";
import { startChaos } from "./chaos.ts";
import { openCluster } from "./cluster.ts";
import { type HistoryExport, openHistoryExport } from "./export-history.ts";
import { openFaults } from "./faults.ts";
import { funder, setUpGame, genesis, walletsAtFirst } from "./setup.ts";
import { isSet, type Mirror } from "./oracle/mirror.ts";
import { openOracle } from "./oracle/oracle.ts";
import { confirmsMore, hiddenStreamers, players } from "./player-strategies.ts";
import { startPlayers } from "./players.ts";
import { startThief } from "./thief.ts";
import { startSupport } from "./support.ts";
import type { ServerProcess } from "./process.ts";
import { randomOf } from "./random.ts";
import { quiesce } from "./quiesce.ts";
import type { Environment } from "./environment.ts";
import { restoreElsewhere } from "./restored-house.ts";
import { openStore, type Store } from "./store.ts";
import { sayFault, verifyHistory } from "./verify-history.ts";
import { openWorld, type Actor, Violation, type World } from "./world.ts";

export interface RunOptions {
  readonly seed: bigint;
  /** Settled races after which the faults stop. */
  readonly races: number;
  /** Players' strategies, and `admin`, that do not take part. */
  readonly muted?: readonly string[];
  /** Only these faults strike, by number; all of them if absent. */
  readonly onlyFaults?: readonly number[];
  readonly onlyDisruptions?: readonly number[];
  /** Folder for its public history, which both verifiers then check; none is written if absent. */
  readonly exportTo?: string;
}

export interface RunReport {
  readonly seed: string;
  /** Settled races, whether paid or refunded. */
  readonly races: number;
  readonly steps: number;
  readonly faults: number;
  readonly disruptions: number;
  readonly traceHash: string;
  readonly violation: string | null;
  readonly tail: readonly string[];
  readonly met: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly virtualMs: number;
}

const START_MS = Date.UTC(2026, 0, 1);
/** So that midnight, and a day's file, fall in the middle of a few dozen races. */
const EXPORTED_START_MS = Date.UTC(2026, 0, 1, 22);
/** Turns of 64 steps between two rounds of the export: about one race. */
const TURNS_OF_AN_EXPORT = 16;
const MAX_FAULTS_REPORTED = 20;
/**
 * Without a race that is settled, the game stands still. In many races the chain does for a minute or two, while everybody
 * goes on asking, and a race may wait for its players through several such minutes.
 */
const mostStepsBetweenRaces = 90_000;

/**
 * One history: races under faults until enough are settled, then a pause without faults, then the final check. At last
 * the house moves to another installation.
 */
export async function runSeed(options: RunOptions): Promise<RunReport> {
  const random = randomOf(options.seed);
  const startMs = options.exportTo === undefined ? START_MS : EXPORTED_START_MS;
  const world = openWorld(random.stream("order"), startMs);
  // The database runs in this process, and its own clock reads this too.
  Date.now = () => Math.floor(world.nowMs());
  const store = await openStore();
  try {
    return await simulate(options, { random, world, store, startMs });
  } finally {
    await store.close();
  }
}

interface Opened {
  readonly random: ReturnType<typeof randomOf>;
  readonly world: ReturnType<typeof openWorld>;
  readonly store: Store;
  readonly startMs: number;
}

const HOUR_MS = 3_600_000;

/**
 * Most clusters finalise within a few slots; on some it takes 32, and a blockhash then lives for Solana's 150 blocks,
 * so that something is left of it once its block is final. The chain's own clock falls behind by what the cluster stood
 * still.
 */
function finalityOf(shape: ReturnType<typeof randomOf>, slotMs: number) {
  const clockBehindMs = shape.pick([0, 0, 2_500, 90_000, 5 * HOUR_MS]);
  return shape.chance(0.2)
    ? { finalizedAfter: 32, blockhashLife: 150, clockBehindMs }
    : {
        finalizedAfter: shape.between(1, 3),
        blockhashLife: Math.floor(shape.between(16_000, 60_000) / slotMs),
        clockBehindMs,
      };
}

async function simulate(options: RunOptions, { random, world, store, startMs }: Opened): Promise<RunReport> {
  const houseSources = new Set([funder.address]);
  const shape = random.stream("shape");
  const slotMs = shape.pick([100, 200, 200, 400, 800]);
  const chainRules = { startMs, slotMs, ...finalityOf(shape, slotMs), skippedSlots: 0.08 };
  const oracle = openOracle({
    store,
    chain: () => chain,
    houseSources,
    farmers: new Set(bonusFarmers.map(({ pair }) => pair.address)),
    hidden: new Set(hiddenStreamers.map(({ pair }) => pair.address)),
    confirming: new Set(players.filter(confirmsMore).map(({ pair }) => pair.address)),
    fail: (violation) => world.fail(violation),
  });
  const events = {
    landed: (transaction: Landed) => oracle.landed(transaction),
    finalized: (transaction: Landed) => {
      oracle.finalized(transaction);
      for (const tell of environment.listeners.values()) tell(transaction);
    },
  };
  const chain = openChain(chainRules, { random: random.stream("chain"), events, genesis });
  const deaths = new Map<Actor, () => void>();
  const only = options.onlyFaults && { only: new Set(options.onlyFaults) };
  const faults = openFaults(random.stream("faults"), { intensity: 1, ...only });

  const environment: Environment = {
    world,
    random: random.stream("processes"),
    faults,
    store,
    chain,
    oracle,
    houseSources,
    listeners: new Map(),
    commitListeners: new Map(),
    seedChainLength: shape.pick([7, 40, 200]),
    mostLag: shape.pick([3, 10, 60]),
    walletsMade: { ...walletsAtFirst },
    silentUntilMs: 0,
    laggingUntilMs: 0,
    forgetful: { beforeSlot: 0, untilMs: 0 },
    pace: (ms, draws, isLoop) => {
      if (!isLoop) return ms * (1 + 4 * draws.fraction());
      if (draws.chance(0.05)) return ms;
      if (ms >= 5_000) return ms * (1 + 12 * draws.fraction());
      if (ms >= 2_000) return ms * (1 + draws.fraction());
      if (ms >= 1_000) return ms * (1 + 11 * draws.fraction());
      if (ms >= 400) return ms * (3 + 22 * draws.fraction());
      const isWaiting = openRaceIs(oracle.mirror, "countdown") || openRaceIs(oracle.mirror, "running");
      return ms * (1 + (isWaiting ? 120 : 60) * draws.fraction());
    },
    kill(actor) {
      if (!actor.isAlive) return;
      environment.retire(actor);
      cluster.died(actor as ServerProcess);
    },
    retire(actor) {
      if (!actor.isAlive) return;
      actor.isAlive = false;
      environment.listeners.delete(actor);
      environment.commitListeners.delete(actor);
      world.note(`${actor.name} dies`);
      deaths.get(actor)?.();
      deaths.delete(actor);
    },
    onDeath: (actor, tell) => void deaths.set(actor, tell),
    async committed() {
      await oracle.committed();
      for (const tell of environment.commitListeners.values()) tell();
    },
    leads: (actor, step) => oracle.mustLead(actor.name, step),
    sent: (transaction) => oracle.sent(transaction),
  };

  await setUpGame(environment);
  const cluster = openCluster(() => environment, {
    isAlone: shape.chance(0.25),
    random: random.stream("cluster"),
  });
  let isOver = false;
  const muted = new Set(options.muted ?? []);
  const actors = { environment, cluster, isOver: () => isOver, muted, complaints: [] };
  startPlayers({ ...actors, random: random.stream("players") });
  startAdmin({ ...actors, random: random.stream("admin"), funder });
  startThief({ ...actors, random: random.stream("thief") });
  startSupport({ ...actors, random: random.stream("support") });
  const met = new Map<string, number>();
  const disruptions = options.onlyDisruptions && { only: new Set(options.onlyDisruptions) };
  const chaos = startChaos({ environment, cluster, random: random.stream("chaos"), met, ...disruptions });

  const settled = () => {
    let count = 0;
    for (const race of oracle.mirror.races.values()) if (isSet(race, "settled_at")) count += 1;
    return count;
  };
  const isSound = () => world.failure === null;
  const history = options.exportTo === undefined ? null : await openHistoryExport(environment);

  let last = { races: 0, steps: 0 };
  for (let check = 1; isSound() && settled() < options.races; check += 1) {
    for (let step = 0; step < 64 && isSound(); step += 1) await world.step();
    if (check % 150 === 0) await oracle.fullCheck();
    if (check % 300 === 0) store.tidy();
    if (check % TURNS_OF_AN_EXPORT === 0) await history?.round();
    if (settled() > last.races) last = { races: settled(), steps: world.steps };
    if (world.steps - last.steps > mostStepsBetweenRaces)
      world.fail(
        new Violation(`INV-12 no race was settled in ${mostStepsBetweenRaces} steps, after ${last.races}`),
      );
  }
  if (isSound()) {
    isOver = true;
    await quiesce(environment, cluster);
  }
  const exported = isSound() && history !== null ? await exportAndVerify(history, options, world) : {};
  if (isSound()) await restoreElsewhere(environment, { cluster, random: random.stream("restores") });
  for (const [pair, times] of faults.met) met.set(pair, (met.get(pair) ?? 0) + times);
  return {
    seed: `0x${options.seed.toString(16)}`,
    races: settled(),
    steps: world.steps,
    faults: faults.struck,
    disruptions: chaos.count,
    violation: world.failure === null ? null : describe(world.failure),
    tail: world.failure === null ? [] : world.tail(),
    traceHash: world.traceHash(),
    met: Object.fromEntries(met),
    counts: { ...oracle.counts, ...exported },
    virtualMs: world.nowMs() - startMs,
  };
}

/** Fails the run if either verifier finds a fault in the history. */
async function exportAndVerify(
  history: HistoryExport,
  { exportTo = "" }: RunOptions,
  world: World,
): Promise<Record<string, number>> {
  const { records, races, days } = await history.finish(exportTo);
  const faults = world.failure === null ? verifyHistory(exportTo) : [];
  if (faults.length > 0)
    world.fail(new Violation(faults.slice(0, MAX_FAULTS_REPORTED).map(sayFault).join("\n")));
  return { exportedRecords: records, exportedRaces: races, exportedDays: days };
}

/** Whether the newest race is only waiting for time to pass. */
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
