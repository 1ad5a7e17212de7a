import { AsyncLocalStorage } from "node:async_hooks";
import type { Chain } from "../ports.ts";
import { chainThrough } from "./chain-through.ts";

/** A player's or a visitor's request, by which a call to a node is attributed. */
export interface PlayerRequest {
  /** Null without a session. */
  readonly wallet: string | null;
  /** The network address that it came from, as rates are counted (rule LIMITS-4). */
  readonly network: string;
}

/** Which part of the players' share a request uses. */
export interface PlayerShare {
  /** Requests with the same key wait in one line. */
  readonly key: string;
  /** Whether the wallet has a settled bet; all others together get at most half of the players' share. */
  readonly isProven: boolean;
  /** Its last payment did not land: served after all others. */
  readonly isLast: boolean;
}

/**
 * On whose behalf a node is called (rule LIMITS-41). `house` moves money or decides about it; `player` answers a
 * player's request; `comfort` is the house's own and can wait: comparisons, displayed balances.
 */
export const callerClasses = ["house", "player", "comfort"] as const;
export type CallerClass = (typeof callerClasses)[number];

type Caller =
  | { readonly kind: Exclude<CallerClass, "player"> }
  | { readonly kind: "player"; readonly request: PlayerRequest; readonly canWait: boolean };

const house: Caller = { kind: "house" };
const comfort: Caller = { kind: "comfort" };
const current = new AsyncLocalStorage<Caller>();

/** On whose behalf the current call is made; a path that does not say so takes nothing from house or players. */
export const currentCaller = (): Caller => current.getStore() ?? comfort;

/** For jobs, admins, and answers that are shared and therefore also serve the house. */
export const asHouse = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => current.run(house, ask);

/** For everything that a player's request causes. */
export const asPlayer = <Answer>(request: PlayerRequest, ask: () => Promise<Answer>): Promise<Answer> =>
  current.run({ kind: "player", request, canWait: false }, ask);

/** For what a player can also get without: within a player's request, its calls come after those of all players. */
export const afterOtherPlayers = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  const caller = currentCaller();
  return caller.kind === "player" ? current.run({ ...caller, canWait: true }, ask) : ask();
};

/** For what can wait; within a player's request, its calls stay the player's. */
export const inComfort = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  currentCaller().kind === "player" ? ask() : current.run(comfort, ask);

/** The same chain for calls of the house that can wait. */
export const lowPriority = (chain: Chain): Chain => ({
  ...(chain.historyNodes && { historyNodes: chain.historyNodes }),
  ...chainThrough((ask) => inComfort(() => ask(chain))),
});
