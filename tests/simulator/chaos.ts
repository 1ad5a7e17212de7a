import type { Cluster } from "./cluster.ts";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";

/** What happens to whole machines and to the network, at moments of its own. */
export const calamities = [
  "process killed",
  "process paused",
  "process replaced",
  "clock jumped",
  "fork",
  "finality stalled",
  "nodes silent",
  "node lags",
  "node restored",
] as const;
type Calamity = (typeof calamities)[number];

const weights: Readonly<Record<Calamity, number>> = {
  "process killed": 1,
  "process paused": 2,
  "process replaced": 1,
  "clock jumped": 1,
  fork: 5,
  "finality stalled": 1,
  "nodes silent": 1,
  "node lags": 2,
  "node restored": 2,
};

const bag = calamities.flatMap((calamity) => Array.from({ length: weights[calamity] }, () => calamity));

interface Ports {
  readonly stage: Stage;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly met: Map<string, number>;
  /** Numbers of the calamities that come; all when absent. */
  readonly only?: ReadonlySet<number>;
}

export function startChaos({ stage, cluster, random, met, only }: Ports): { readonly count: number } {
  const { world, faults } = stage;
  const counted = { count: 0 };
  const next = () => world.at(world.nowMs() + random.between(1_000, 50_000), strike);
  function strike() {
    if (faults.isStopped) return;
    const calamity = random.pick(bag);
    counted.count += 1;
    if (!only || only.has(counted.count)) {
      met.set(`${calamity} × world`, (met.get(`${calamity} × world`) ?? 0) + 1);
      world.note(`CALAMITY ${counted.count} ${calamity}`);
      befall(calamity);
    }
    next();
  }

  function befall(calamity: Calamity) {
    const nowMs = world.nowMs();
    const victim = cluster.any();
    switch (calamity) {
      case "process killed":
        return void (victim && stage.kill(victim));
      case "process paused":
        if (victim) victim.pausedUntilMs = nowMs + random.between(500, 26_000);
        return;
      case "process replaced":
        return void (victim && cluster.replace(victim));
      case "clock jumped":
        if (victim)
          victim.skewMs += random.chance(0.8)
            ? random.between(-3_000, 3_000)
            : random.between(-40_000, 40_000);
        return;
      case "fork": {
        stage.chain.advance(nowMs);
        const depth = random.between(1, stage.chain.rules.finalizedAfter - 1);
        world.note(`a fork drops ${stage.chain.fork(depth)} transactions`);
        return;
      }
      case "finality stalled":
        return stage.chain.stallFinality(nowMs + random.between(2_000, 60_000));
      case "nodes silent":
        stage.silentUntilMs = nowMs + random.between(500, 34_000);
        return;
      case "node lags":
        stage.laggingUntilMs = nowMs + random.between(5_000, 60_000);
        return;
      case "node restored":
        stage.chain.advance(nowMs);
        stage.forgetful = {
          beforeSlot: stage.chain.tip(),
          untilMs: nowMs + random.between(10_000, 90_000),
        };
    }
  }

  next();
  return counted;
}
