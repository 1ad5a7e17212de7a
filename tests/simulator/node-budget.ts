import { AsyncLocalStorage } from "node:async_hooks";
import { callQueue } from "../../src/server/adapters/call-queue.ts";
import { sharesOfPlayers } from "../../src/server/features/bets/share-of-player.ts";
import { asPlayer, type PlayerRequest } from "../../src/server/foundation/chain/caller.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import type { Chain, Clock } from "../../src/server/foundation/ports.ts";
import { Violation, type World } from "./world.ts";

/** More than the players in a simulated game need, and less than those who flood it ask for. */
const BUDGET = { calls: 200, callsOfOneMethod: 80 };
const WINDOW_MS = 10_000;
/** The most that players may make a node do, of each of these. */
const PLAYERS_PART = 0.5;
const limited: ReadonlySet<string> = new Set(["transaction", "balance", "send"]);

/** What the simulator itself knows of a call's origin, independently of the product. */
const players = new AsyncLocalStorage<true>();

/** Handles a player's request, as the product's HTTP server does. */
export const requestOfPlayer = <Answer>(
  request: PlayerRequest,
  handle: () => Promise<Answer>,
): Promise<Answer> => players.run(true, () => asPlayer(request, handle));

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly world: World;
}

/**
 * A process's way to its nodes, within their budget; and the oracle of what players may make them do (rules LIMITS-41
 * and LIMITS-42).
 */
export function budgetedChain(chain: Chain, { db, clock, world }: Ports): Chain {
  const queue = callQueue({ budget: BUDGET, clock, shareOf: sharesOfPlayers({ db, clock }) });
  const recent = new Map<string, number[]>();
  /** By this process: another one sends again what it may not have sent. */
  const sent = new Set<string>();

  function countPlayers(step: string) {
    const nowMs = clock.now();
    const times = (recent.get(step) ?? []).filter((atMs) => atMs > nowMs - WINDOW_MS);
    recent.set(step, [...times, nowMs]);
    const most = BUDGET.callsOfOneMethod * PLAYERS_PART;
    if (times.length >= most)
      world.fail(
        new Violation(`LIMITS-41 players made a node do more than ${most} calls of ${step} in ten seconds`),
      );
  }

  const budgeted =
    (step: string, ask: (...args: readonly unknown[]) => Promise<unknown>) =>
    async (...args: readonly unknown[]) => {
      await queue.turn(step);
      if (players.getStore() !== true) return ask(...args);
      if (limited.has(step)) countPlayers(step);
      if (step !== "send") return ask(...args);
      const bytes = Buffer.from(args[0] as Uint8Array).toString("base64");
      if (sent.has(bytes)) world.fail(new Violation("LIMITS-42 a process sends a player's payment twice"));
      sent.add(bytes);
      try {
        return await ask(...args);
      } catch (error) {
        sent.delete(bytes);
        throw error;
      }
    };
  return Object.fromEntries(
    Object.entries(chain).map(([step, ask]) => [step, budgeted(step, ask as never)]),
  ) as unknown as Chain;
}
