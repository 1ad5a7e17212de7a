import type { Cluster } from "./cluster.ts";
import type { Random } from "./random.ts";
import type { Environment } from "./environment.ts";

/** Disruptions of whole machines and of the network, at random moments. */
export const disruptions = [
  "process killed",
  "process paused",
  "process replaced",
  "clock jumped",
  "finality stalled",
  "nodes silent",
  "node lags",
  "node restored",
] as const;
type Disruption = (typeof disruptions)[number];

const weights: Readonly<Record<Disruption, number>> = {
  "process killed": 1,
  "process paused": 2,
  "process replaced": 1,
  "clock jumped": 1,
  "finality stalled": 2,
  "nodes silent": 1,
  "node lags": 2,
  "node restored": 2,
};

const bag = disruptions.flatMap((disruption) =>
  Array.from({ length: weights[disruption] }, () => disruption),
);

interface Ports {
  readonly environment: Environment;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly met: Map<string, number>;
  /** Numbers of the disruptions that happen; all of them if absent. */
  readonly only?: ReadonlySet<number>;
}

export function startChaos({ environment, cluster, random, met, only }: Ports): { readonly count: number } {
  const { world, faults } = environment;
  const counted = { count: 0 };
  const next = () => world.at(world.nowMs() + random.between(1_000, 50_000), strike);
  function strike() {
    if (faults.isStopped) return;
    const disruption = random.pick(bag);
    counted.count += 1;
    if (!only || only.has(counted.count)) {
      met.set(`${disruption} × world`, (met.get(`${disruption} × world`) ?? 0) + 1);
      world.note(`DISRUPTION ${counted.count} ${disruption}`);
      disrupt(disruption);
    }
    next();
  }

  function disrupt(disruption: Disruption) {
    const nowMs = world.nowMs();
    const victim = cluster.any();
    switch (disruption) {
      case "process killed":
        return void (victim && environment.kill(victim));
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
      case "finality stalled":
        return environment.chain.stallFinality(nowMs + random.between(2_000, 120_000));
      case "nodes silent":
        environment.silentUntilMs = nowMs + random.between(500, 34_000);
        return;
      case "node lags":
        environment.laggingUntilMs = nowMs + random.between(5_000, 60_000);
        return;
      case "node restored":
        environment.chain.advance(nowMs);
        environment.forgetful = {
          beforeSlot: environment.chain.tip(),
          untilMs: nowMs + random.between(10_000, 90_000),
        };
    }
  }

  next();
  return counted;
}
