import type { RpcTransport } from "@solana/kit";
import { type Urgency, urgencyOfCall } from "../chain/urgency.ts";
import type { Logger } from "../log.ts";
import type { Counts } from "../metrics.ts";
import type { Clock } from "../ports.ts";
import { NodeBusy } from "./rpc-transport.ts";
import { withTimeLimit } from "./time-limit.ts";

/** How many calls a node may receive in ten seconds, by the way public nodes count. */
export interface NodeBudget {
  readonly calls: number;
  readonly callsOfOneMethod: number;
}

interface Options {
  /** Null for no limit, as for the embedded chain. */
  readonly budget: NodeBudget | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Every call to a Solana node goes through one of these (rule LIMITS-18). */
export interface NodeGovernor {
  /** The same transport, with calls that wait until the budget has room for them. */
  govern(transport: RpcTransport): RpcTransport;
  /** Calls so far, by method and outcome. */
  readonly counts: Counts;
}

/** For a single method, public nodes allow two fifths of the total. */
export const budgetOf = (calls: number): NodeBudget => ({
  calls,
  callsOfOneMethod: Math.max(1, Math.floor((calls * 2) / 5)),
});

/** One second longer than the node's ten, because calls may be delayed differently on their way. */
const WINDOW_MS = 11_000;
/** Comfort calls wait once this share of the budget is used, so that a payment never waits for a balance. */
const SHARE_OF_COMFORT = 0.6;
/** Time limit for the node's answer; it does not include the wait for the call's turn. */
const ANSWER_MS = 5_000;
/** Used when a node reports too many calls without saying for how long to pause. */
const PAUSE_MS = 1_000;
/** The longest that a node can silence the game; if asked again too early, it will say so again. */
const LONGEST_PAUSE_MS = 60_000;

/** How long a call may take in total: its turn comes within the window, then the node has its time. */
export const GOVERNED_MS = WINDOW_MS + ANSWER_MS;

interface Waiting {
  readonly method: string;
  readonly urgency: Urgency;
  readonly admit: () => void;
}

type Outcome = "answered" | "failed" | "refused";

/**
 * Keeps calls within the budget and counts them (rule LIMITS-18). Calls for which the budget has no room wait, those
 * about money before all others, and each method separately. After a 429, a node is left alone for as long as it says.
 */
export function nodeGovernor({ budget, clock, log }: Options): NodeGovernor {
  const counts = new Map<string, number>();
  const sent: number[] = [];
  const sentByMethod = new Map<string, number[]>();
  const waiting: Waiting[] = [];
  let pausedUntilMs = 0;
  let wakesAtMs = Number.POSITIVE_INFINITY;

  /** When there is room for a call; now or in the past if there is room already. */
  function roomAt({ method, urgency }: Waiting, { calls, callsOfOneMethod }: NodeBudget): number {
    const share = urgency === "money" ? 1 : SHARE_OF_COMFORT;
    const freeAt = (times: readonly number[], most: number) =>
      (times.at(-Math.max(1, Math.floor(most * share))) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
    return Math.max(
      pausedUntilMs,
      freeAt(sentByMethod.get(method) ?? [], callsOfOneMethod),
      freeAt(sent, calls),
    );
  }

  function admitWaiting() {
    if (budget === null) return;
    const nowMs = clock.now();
    for (const times of [sent, ...sentByMethod.values()]) {
      while (times[0] !== undefined && times[0] + WINDOW_MS <= nowMs) times.shift();
    }
    let nextMs = Number.POSITIVE_INFINITY;
    const inTurn = waiting.toSorted(
      (one, other) => Number(one.urgency === "comfort") - Number(other.urgency === "comfort"),
    );
    for (const call of inTurn) {
      const atMs = roomAt(call, budget);
      if (atMs > nowMs) {
        nextMs = Math.min(nextMs, atMs);
        continue;
      }
      waiting.splice(waiting.indexOf(call), 1);
      sent.push(nowMs);
      sentByMethod.set(call.method, [...(sentByMethod.get(call.method) ?? []), nowMs]);
      call.admit();
    }
    if (nextMs < wakesAtMs) {
      wakesAtMs = nextMs;
      void clock.sleep(nextMs - nowMs).then(() => {
        if (wakesAtMs === nextMs) wakesAtMs = Number.POSITIVE_INFINITY;
        admitWaiting();
      });
    }
  }

  /** Resolves when the call may be sent; rejects when the caller no longer waits for it. */
  function turn(method: string, signal: AbortSignal | undefined): Promise<void> {
    if (budget === null) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(call), 1);
        reject(new Error(`${method} found no room in the budget of calls`));
      };
      const admit = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const call: Waiting = { method, urgency: urgencyOfCall(), admit };
      waiting.push(call);
      if (signal?.aborted) return giveUp();
      signal?.addEventListener("abort", giveUp, { once: true });
      admitWaiting();
    });
  }

  function pause(retryAfter: string | undefined, method: string) {
    const nowMs = clock.now();
    const asked = retryAfter === undefined ? PAUSE_MS : waitOf(retryAfter, nowMs);
    const pauseMs = Math.min(Math.max(asked, PAUSE_MS), LONGEST_PAUSE_MS);
    pausedUntilMs = Math.max(pausedUntilMs, nowMs + pauseMs);
    log.warn({ call: method, pauseMs }, "the chain node is asked too often");
  }

  const count = (method: string, outcome: Outcome) => {
    const key = `${method} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };

  return {
    govern:
      (transport) =>
      async <Response>({ payload, signal }: Parameters<RpcTransport>[0]) => {
        const { method } = payload as { method: string };
        await turn(method, signal);
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
      labels: ["method", "outcome"],
      read: () => Array.from(counts, ([key, value]) => ({ labels: key.split(" "), value })),
    },
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
  };
}

/** Milliseconds to wait according to `Retry-After`, which is a number of seconds or a date. */
function waitOf(retryAfter: string, nowMs: number): number {
  const seconds = Number(retryAfter);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - nowMs;
  return Number.isNaN(wait) ? PAUSE_MS : wait;
}
