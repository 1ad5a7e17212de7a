import { ZERO } from "../../src/domain/lamports.ts";
import type { Cluster } from "./cluster.ts";
import type { Environment } from "./environment.ts";
import { text } from "./oracle/mirror.ts";
import type { ServerProcess } from "./process.ts";
import type { Random } from "./random.ts";
import { watchFor } from "./waiting.ts";
import type { Actor } from "./world.ts";

interface Ports {
  readonly environment: Environment;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly isOver: () => boolean;
  readonly muted: ReadonlySet<string>;
  /** Races that players want refunded, oldest first; support removes them. */
  readonly complaints: string[];
}

/**
 * An admin who requests races that leave hardly anything to win, and believes every complaint: refunds the race, and
 * then retries each of its payouts that did not go out.
 */
export function startSupport(ports: Ports): void {
  if (ports.muted.has("admin")) return;
  const { environment, random, complaints } = ports;
  const support: Actor = { name: "support", isAlive: true, pausedUntilMs: 0 };
  let nextAtMs = 0;
  void (async () => {
    while (!ports.isOver()) {
      await environment.world.sleep(support, random.between(1_000, 2_000));
      if (ports.isOver()) return;
      if (environment.world.nowMs() >= nextAtMs) {
        nextAtMs = environment.world.nowMs() + random.between(150_000, 350_000);
        void insist(ports, support, (server) => askForLittle(environment, server));
      }
      const raceId = complaints.shift();
      // The next complaint does not wait until the payouts of this one have finished.
      if (raceId !== undefined) void satisfy(ports, support, raceId);
    }
  })();
}

async function askForLittle({ world }: Environment, server: ServerProcess): Promise<void> {
  const asked = await server.use.askSpecialRace({
    raceType: "sprint",
    houseEdge: 99.9,
    jackpotAmount: ZERO,
    minBets: 2,
    countdownSeconds: 15,
  });
  world.note(`support asks for a special race: ${asked.ok ? "ok" : asked.code}`);
}

async function satisfy(ports: Ports, support: Actor, raceId: string): Promise<void> {
  const { environment } = ports;
  await insist(ports, support, async (server) => {
    const refunded = await server.use.refundRace({ raceId, reason: "it should not have counted" });
    environment.world.note(`support refunds ${raceId}: ${refunded.ok ? "ok" : refunded.code}`);
  });
  await retryPayouts(ports, support, raceId);
}

const MAX_ATTEMPTS = 5;

/** Retries until a server answers, up to `MAX_ATTEMPTS` times. */
async function insist(
  { environment, cluster, isOver }: Ports,
  support: Actor,
  ask: (server: ServerProcess) => Promise<void>,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !isOver(); attempt += 1) {
    const server = cluster.any();
    try {
      if (server) return await server.call(() => ask(server));
    } catch (error) {
      environment.world.note(`support waits: ${error instanceof Error ? error.message.slice(0, 60) : ""}`);
    }
    await environment.world.sleep(support, 500);
  }
}

const isBack = (status: unknown) => status === "failed" || status === "cancelled";

/** Waits until all of them have finished, and assumes that what came back is still owed. */
async function retryPayouts(ports: Ports, support: Actor, raceId: string): Promise<void> {
  const { environment } = ports;
  const payoutsOf = () =>
    [...environment.oracle.mirror.payments.values()].filter(
      (payment) => payment["kind"] === "payout" && payment["race_id"] === raceId,
    );
  const ended = () => {
    const payouts = payoutsOf();
    return payouts.every(({ status }) => status === "completed" || isBack(status)) ? payouts : null;
  };
  const payouts = (await watchFor(environment, support, ended, { everyMs: 2_000, times: 40 })) ?? payoutsOf();
  for (const payout of payouts.filter(({ status }) => isBack(status))) {
    const id = text(payout, "id");
    await insist(ports, support, async (server) => {
      const retried = await server.use.retryPayment(id);
      environment.world.note(`support retries ${id}: ${retried.ok ? "ok" : retried.code}`);
    });
  }
}
