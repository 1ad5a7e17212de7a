import { AsyncLocalStorage } from "node:async_hooks";
import type { Chain } from "../ports.ts";
import { chainThrough } from "./chain-through.ts";

/** `money` moves money or decides about it; `comfort` can wait: comparisons, displayed balances. */
export type Urgency = "money" | "comfort";

const current = new AsyncLocalStorage<Urgency>();

/** Urgency of the current call. */
export const urgencyOfCall = (): Urgency => current.getStore() ?? "money";

/** Runs `ask` with the priority of calls that wait until all calls about money have been made. */
export const inComfort = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => current.run("comfort", ask);

/** Runs `ask` with the priority of calls about money, also where the caller can wait: others wait for the same answer. */
export const inHaste = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => current.run("money", ask);

/** The same chain for calls that may wait until those about money have been made. */
export const lowPriority = (chain: Chain): Chain => ({
  ...(chain.historyNodes && { historyNodes: chain.historyNodes }),
  ...chainThrough((ask) => inComfort(() => ask(chain))),
});
