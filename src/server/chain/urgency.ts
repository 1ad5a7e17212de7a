import { AsyncLocalStorage } from "node:async_hooks";
import type { Chain } from "../ports.ts";
import { chainThrough } from "./chain-through.ts";

/** `money` moves or decides it; `comfort` is what can wait: comparisons, balances that are shown. */
export type Urgency = "money" | "comfort";

const current = new AsyncLocalStorage<Urgency>();

/** Of the call that is being made. */
export const urgencyOfCall = (): Urgency => current.getStore() ?? "money";

/** Asks when all that is about money has been asked. */
export const inComfort = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => current.run("comfort", ask);

/** The same chain for questions that may wait until those about money have been asked. */
export const unhurried = (chain: Chain): Chain => ({
  ...(chain.historians && { historians: chain.historians }),
  ...chainThrough((ask) => inComfort(() => ask(chain))),
});
