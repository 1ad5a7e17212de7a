import { setTimeout as pause } from "node:timers/promises";
import { killPoints } from "./kill-points.ts";
import { nodeMoods } from "./faulty-node.ts";
import type { Random } from "./random.ts";
import type { Fixture } from "./fixture.ts";

export const faultKinds = ["kill", "pg-restart", "disk-full", "rpc"] as const;
export type FaultKind = (typeof faultKinds)[number];

interface Drill {
  readonly fixture: Fixture;
  readonly random: Random;
  /** How often each thing was done in this batch, by name. */
  readonly done: Map<string, number>;
  /** A kill point to wait for, however long it takes to occur. */
  readonly wanted?: string;
}

const RANDOM_SHARE = 0.3;
const ARMED_POINTS = 12;
/** Longer than a dead server's leases on Postgres last; until they expire nothing moves. */
const PATIENCE_MS = 20_000;
const LONG_PATIENCE_MS = 60_000;

/** Breaks the product in one way, and brings it back. Returns what was done. */
export async function strike(kind: FaultKind, drill: Drill): Promise<string> {
  const what = await strikes[kind](drill);
  drill.done.set(what, (drill.done.get(what) ?? 0) + 1);
  return what;
}

const strikes: Readonly<Record<FaultKind, (drill: Drill) => Promise<string>>> = {
  async kill(drill) {
    const what = await momentToDie(drill);
    await drill.fixture.kill();
    await drill.fixture.start();
    return what;
  },
  async "pg-restart"({ fixture, random }) {
    if (!fixture.postgres) throw new Error("pg-restart needs --database postgres");
    await fixture.ready();
    await fixture.moments.first(commits, PATIENCE_MS);
    await pause(random.between(0, 15));
    const how = random.pick<"immediate" | "killed">(["immediate", "killed"]);
    await fixture.postgres.crash(how);
    await recovered(fixture);
    return how === "immediate" ? "Postgres restarted at once" : "Postgres killed";
  },
  async "disk-full"({ fixture, random }) {
    if (!fixture.disk) throw new Error("disk-full needs --database embedded");
    await fixture.ready();
    await fixture.moments.first(commits, PATIENCE_MS);
    const before = fixture.failures();
    fixture.disk.fill();
    // Space that the database had preallocated lasts for a while.
    const endAt = Date.now() + 30_000;
    while (fixture.failures() === before && !fixture.hasEnded() && Date.now() < endAt) await pause(50);
    const isFelt = fixture.failures() > before || fixture.hasEnded();
    await pause(random.between(0, 4_000));
    fixture.disk.free();
    await recovered(fixture);
    return isFelt ? "disk full, writes failed" : "disk full, unnoticed";
  },
  async rpc({ fixture, random }) {
    if (!fixture.node) throw new Error("rpc needs a chain outside the server");
    const [, ...bad] = nodeMoods;
    const mood = random.pick(bad as [(typeof bad)[number], ...(typeof bad)[number][]]);
    await fixture.moments.first(commits, PATIENCE_MS / 2);
    await fixture.node.feel(mood);
    await pause(random.between(1_500, 7_000));
    await fixture.node.feel("well");
    return `node ${mood}`;
  },
};

/** Moments at which transactions are being written. */
const commits: ReadonlySet<string> = new Set([
  "confirm asked",
  "withdraw asked",
  "settling race",
  "payout signed",
  "race locked",
]);

/** Waits until the process is to die: at a random moment, or at the first to occur of the points hit least often so far. */
async function momentToDie({ fixture, random, done, wanted }: Drill): Promise<string> {
  if (wanted === undefined && random.fraction() < RANDOM_SHARE) {
    await pause(random.between(0, 7_000));
    return "killed at a random moment";
  }
  await fixture.ready();
  const count = (name: string) => done.get(`killed: ${name}`) ?? 0;
  const rarest = () =>
    random
      .shuffled(Object.keys(killPoints))
      .sort((a, b) => count(a) - count(b))
      .slice(0, ARMED_POINTS);
  const armed = wanted === undefined ? rarest() : [wanted];
  const moments = new Map(
    armed.flatMap((name) => (killPoints[name] ? [[killPoints[name].moment, name]] : [])),
  );
  const moment = await fixture.moments.first(
    new Set(moments.keys()),
    wanted ? LONG_PATIENCE_MS : PATIENCE_MS,
  );
  const name = moments.get(moment ?? "");
  if (name === undefined) return "killed at a random moment";
  await pause(random.between(0, killPoints[name]?.withinMs ?? 0));
  return `killed: ${name}`;
}

/** Restarts a server that gave up, as its supervisor would. */
async function recovered(fixture: Fixture) {
  if (fixture.hasEnded()) await fixture.start();
  await fixture.ready().catch(async (error: unknown) => {
    if (!fixture.hasEnded()) throw error;
    await fixture.start();
    await fixture.ready();
  });
}
