import type { NodeNews } from "../../src/server/foundation/chain/node-news.ts";
import { rememberedNews } from "../../src/server/foundation/chain/remembered-news.ts";
import { memoOf } from "./chain-port.ts";
import type { Environment } from "./environment.ts";
import type { Landed } from "./execute.ts";
import type { Actor } from "./world.ts";

/** Longer than the clock's own interval where notifications arrive. */
const LONGEST_SILENCE_MS = 120_000;

/**
 * What a node notifies a process of without being asked. Notifications get lost one by one, or all of them for a while:
 * the node has hung up, which the process notices, or it holds the connection open and stays silent.
 */
export function newsOf(actor: Actor, environment: Environment): NodeNews {
  const { world, faults, oracle } = environment;
  const random = environment.random.stream(`news ${actor.name}`);
  const told = rememberedNews();
  let silentUntilMs = 0;
  let hasHungUp = false;
  const isSilent = () => world.nowMs() < silentUntilMs;

  function tell({ signature, accounts, error, memos }: Landed) {
    if (!actor.isAlive || !accounts.some((address) => oracle.mirror.houseWallets.has(address))) return;
    const fault = faults.strike("news");
    if (fault) world.note(`FAULT ${faults.struck} ${fault} × news of ${actor.name}`);
    if (fault === "news end") {
      silentUntilMs = world.nowMs() + random.below(LONGEST_SILENCE_MS);
      hasHungUp = random.chance(0.5);
    }
    if (fault !== null || isSilent()) return;
    const facts = { hasFailed: error !== null, memo: memoOf({ memos }) };
    world.at(
      world.nowMs() + random.below(400),
      () => actor.isAlive && told.notifyTransaction(signature, facts),
    );
  }

  environment.listeners.set(actor, tell);
  return {
    ...told,
    isLive: () => !(isSilent() && hasHungUp),
  };
}
