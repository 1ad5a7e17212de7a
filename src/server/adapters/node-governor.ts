import type { RpcTransport } from "@solana/kit";
import {
  type CallerClass,
  callerClasses,
  currentCaller,
  type PlayerRequest,
  type PlayerShare,
} from "../foundation/chain/caller.ts";
import type { Logger } from "../foundation/log.ts";
import type { Counts, LabelledGauge } from "../foundation/metrics.ts";
import type { Clock } from "../foundation/ports.ts";
import { callQueue, type NodeBudget, WINDOW_MS } from "./call-queue.ts";
import { NodeBusy } from "./rpc-transport.ts";
import { withTimeLimit } from "./time-limit.ts";

interface Options {
  /** Null for no limit, as for the embedded chain. */
  readonly budget: NodeBudget | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** Which part of the players' share a request uses; if absent, all callers from one network share a line. */
  readonly shareOf?: (request: PlayerRequest) => Promise<PlayerShare>;
}

/** Every call to a Solana node goes through one of these (rule LIMITS-18). */
export interface NodeGovernor {
  /** The same transport, with calls that wait until the budget has room for them. */
  govern(transport: RpcTransport): RpcTransport;
  /** Calls so far, by method, outcome and class. */
  readonly counts: Counts;
  /** How many calls wait for room, by class. */
  readonly waiting: () => ReadonlyMap<CallerClass, number>;
}

/** For a single method, public nodes allow two fifths of the total. */
export const budgetOf = (calls: number): NodeBudget => ({
  calls,
  callsOfOneMethod: Math.max(1, Math.floor((calls * 2) / 5)),
});

/** Time limit for the node's answer; it does not include the wait for the call's turn. */
const ANSWER_MS = 5_000;
/** Used when a node reports too many calls without saying for how long to pause. */
const PAUSE_MS = 1_000;
/** The longest that a node can silence the game; if asked again too early, it will say so again. */
const LONGEST_PAUSE_MS = 60_000;

/** How long a call may take in total: its turn comes within the window, then the node has its time. */
export const GOVERNED_MS = WINDOW_MS + ANSWER_MS;

type Outcome = "answered" | "failed" | "refused";

const shareOfNetwork = async ({ network }: PlayerRequest): Promise<PlayerShare> => ({
  key: network,
  isProven: false,
  isLast: false,
});

/**
 * Keeps calls within the budget and counts them (rules LIMITS-18 and LIMITS-41). After a 429, a node is left alone for
 * as long as it says.
 */
export function nodeGovernor({ budget, clock, log, shareOf = shareOfNetwork }: Options): NodeGovernor {
  const counts = new Map<string, number>();
  const queue = budget === null ? null : callQueue({ budget, clock, shareOf });

  function pause(retryAfter: string | undefined, method: string) {
    const nowMs = clock.now();
    const waitMs = retryAfter === undefined ? PAUSE_MS : waitOf(retryAfter, nowMs);
    const pauseMs = Math.min(Math.max(waitMs, PAUSE_MS), LONGEST_PAUSE_MS);
    queue?.pauseUntil(nowMs + pauseMs);
    log.warn({ call: method, pauseMs }, "the chain node is asked too often");
  }

  const count = (method: string, outcome: Outcome) => {
    const key = `${method} ${outcome} ${currentCaller().kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };

  return {
    govern:
      (transport) =>
      async <Response>({ payload, signal }: Parameters<RpcTransport>[0]) => {
        const { method } = payload as { method: string };
        await queue?.turn(method, signal);
        try {
          const send = (ended: AbortSignal) => transport<Response>({ payload, signal: ended });
          const answer = await withTimeLimit(ANSWER_MS, send, signal);
          count(method, "answered");
          return answer;
        } catch (error) {
          if (error instanceof NodeBusy) pause(error.retryAfter, method);
          count(method, error instanceof NodeBusy ? "refused" : "failed");
          throw error;
        }
      },
    counts: {
      name: "furlong_node_calls_total",
      help: "Calls to the Solana node",
      labels: ["method", "outcome", "class"],
      read: () => Array.from(counts, ([key, value]) => ({ labels: key.split(" "), value })),
    },
    waiting: () => queue?.waiting() ?? new Map(),
  };
}

/** One governor per node, because each node counts only its own calls; the counts of all are reported together. */
export function nodeGovernors(options: Options) {
  const governors = new Map<string, NodeGovernor>();
  const first = nodeGovernor(options);
  governors.set("", first);
  return {
    /**
     * The governor of the node at a URL; the empty string stands for the nodes that admins name, one after the other.
     */
    of: (url: string): NodeGovernor => {
      const governor = governors.get(url) ?? nodeGovernor(options);
      governors.set(url, governor);
      return governor;
    },
    counts: {
      ...first.counts,
      read() {
        const totals = new Map<string, { readonly labels: readonly string[]; value: number }>();
        for (const { labels, value } of [...governors.values()].flatMap(({ counts }) => counts.read())) {
          const total = totals.get(labels.join(" ")) ?? { labels, value: 0 };
          total.value += value;
          totals.set(labels.join(" "), total);
        }
        return [...totals.values()];
      },
    } satisfies Counts,
    waiting: {
      name: "furlong_node_calls_waiting",
      help: "Calls that wait until the budget of a Solana node has room for them",
      label: "class",
      read: async () =>
        new Map(
          callerClasses.map((one) => [
            one,
            sum([...governors.values()].map(({ waiting }) => waiting().get(one) ?? 0)),
          ]),
        ),
    } satisfies LabelledGauge,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Milliseconds to wait according to `Retry-After`, which is a number of seconds or a date. */
function waitOf(retryAfter: string, nowMs: number): number {
  const seconds = Number(retryAfter);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - nowMs;
  return Number.isNaN(wait) ? PAUSE_MS : wait;
}
