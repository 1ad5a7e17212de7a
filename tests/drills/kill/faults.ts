import { setTimeout as pause } from "node:timers/promises";
import { killPoints } from "./kill-points.ts";
import { nodeMoods } from "./faulty-node.ts";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";

export const faultKinds = ["kill", "pg-restart", "disk-full", "rpc"] as const;
export type FaultKind = (typeof faultKinds)[number];

interface Drill {
  readonly stage: Stage;
  readonly random: Random;
  /** How often each thing was done in this sitting. */
  readonly done: Map<string, number>;
  /** A kill point to wait for, however long it takes to come. */
  readonly wanted?: string;
}

const RANDOM_SHARE = 0.3;
const ARMED_POINTS = 12;
/** Longer than a dead server's leases on Postgres last, before which nothing moves. */
const PATIENCE_MS = 20_000;
const LONG_PATIENCE_MS = 60_000;

/** Does one thing to the product, and brings it back. Answers what it was. */
export async function strike(kind: FaultKind, drill: Drill): Promise<string> {
  const what = await strikes[kind](drill);
  drill.done.set(what, (drill.done.get(what) ?? 0) + 1);
  return what;
}

const strikes: Readonly<Record<FaultKind, (drill: Drill) => Promise<string>>> = {
  async kill(drill) {
    const what = await momentToDie(drill);
    await drill.stage.kill();
    await drill.stage.start();
    return what;
  },
  async "pg-restart"({ stage, random }) {
    if (!stage.postgres) throw new Error("pg-restart needs --database postgres");
    await stage.ready();
    await stage.moments.first(commits, PATIENCE_MS);
    await pause(random.between(0, 15));
    const how = random.pick<"immediate" | "killed">(["immediate", "killed"]);
    await stage.postgres.crash(how);
    await recovered(stage);
    return how === "immediate" ? "Postgres restarted at once" : "Postgres killed";
  },
  async "disk-full"({ stage, random }) {
    if (!stage.disk) throw new Error("disk-full needs --database embedded");
    await stage.ready();
    await stage.moments.first(commits, PATIENCE_MS);
    const before = stage.failures();
    stage.disk.fill();
    // Space that the database had set aside lasts for a while.
    const endAt = Date.now() + 30_000;
    while (stage.failures() === before && !stage.hasEnded() && Date.now() < endAt) await pause(50);
    const isFelt = stage.failures() > before || stage.hasEnded();
    await pause(random.between(0, 4_000));
    stage.disk.free();
    await recovered(stage);
    return isFelt ? "disk full, writes failed" : "disk full, unnoticed";
  },
  async rpc({ stage, random }) {
    if (!stage.node) throw new Error("rpc needs a chain outside the server");
    const [, ...bad] = nodeMoods;
    const mood = random.pick(bad as [(typeof bad)[number], ...(typeof bad)[number][]]);
    await stage.moments.first(commits, PATIENCE_MS / 2);
    await stage.node.feel(mood);
    await pause(random.between(1_500, 7_000));
    await stage.node.feel("well");
    return `node ${mood}`;
  },
};

/** Moments at which transactions are being written. */
const commits: ReadonlySet<string> = new Set([
  "confirm asked",
  "withdraw asked",
  "settling race",
  "payout signed",
  "payout landed",
  "anchor landed",
  "race locked",
]);

/** Waits until the process is to die: at any moment, or at the first to come of the points least often hit. */
async function momentToDie({ stage, random, done, wanted }: Drill): Promise<string> {
  if (wanted === undefined && random.fraction() < RANDOM_SHARE) {
    await pause(random.between(0, 7_000));
    return "killed at a random moment";
  }
  await stage.ready();
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
  const moment = await stage.moments.first(new Set(moments.keys()), wanted ? LONG_PATIENCE_MS : PATIENCE_MS);
  const name = moments.get(moment ?? "");
  if (name === undefined) return "killed at a random moment";
  await pause(random.between(0, killPoints[name]?.withinMs ?? 0));
  return `killed: ${name}`;
}

/** A server that gave up is started again, as its supervisor would. */
async function recovered(stage: Stage) {
  if (stage.hasEnded()) await stage.start();
  await stage.ready().catch(async (error: unknown) => {
    if (!stage.hasEnded()) throw error;
    await stage.start();
    await stage.ready();
  });
}
