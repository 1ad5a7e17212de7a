import { randomBytes } from "node:crypto";
import { WebSocket } from "ws";
import { nodeFailureText, tryNode } from "../server/foundation/chain/try-node.ts";
import type { Network } from "../domain/networks.ts";
import type { Chain } from "../server/foundation/ports.ts";
import { check, failed, type Finding, fine, messageOf, skipped, warn } from "./check.ts";
import { compareClocks } from "./check-database.ts";

/** RPC methods by the port method that calls them. */
const calls: Readonly<Partial<Record<keyof Chain, string>>> = {
  genesisHash: "getGenesisHash",
  latestBlockhash: "getLatestBlockhash",
  slot: "getSlot",
  tip: "getEpochInfo",
  firstAvailableBlock: "getFirstAvailableBlock",
  signaturesFor: "getSignaturesForAddress",
  balance: "getBalance",
  balances: "getMultipleAccounts",
  recentPriorityFees: "getRecentPrioritizationFees",
  simulatedUnits: "simulateTransaction",
  firstBlockFrom: "getBlocksWithLimit, getBlock",
  transaction: "getTransaction",
  signatureStatuses: "getSignatureStatuses",
  send: "sendTransaction",
};

interface Node {
  readonly node: Chain;
  /** Shown without its path and query, which may contain a provider's key. */
  readonly url: string;
  readonly network: Network;
  readonly genesisHash: string;
  readonly nowMs: () => number;
}

const CALLS_A_SECOND = 10;
const SECONDS = 3;
const SLOW_MS = 1_000;

/**
 * Makes every call that the product makes, with arguments of that kind, one after the other, then many in a short time
 * (rule OPERATE-3).
 */
export async function checkNode({
  node,
  url,
  network,
  genesisHash,
  nowMs,
}: Node): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const recorded = recordCalls(node, nowMs);
  const entropy = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
  findings.push(
    await check("Solana node", async () => {
      const failure = await tryNode(recorded.node, { genesisHash, houseAddress: null, entropy });
      const host = new URL(url).host;
      return failure === null
        ? fine(`${host} is on ${network} and answers every call`)
        : failed(`${host} cannot be used: ${nodeFailureText(failure, network)}.`);
    }),
  );
  for (const [method, name] of Object.entries(calls)) {
    const made = recorded.made.get(method);
    findings.push(
      await check(`  ${name}`, () => {
        if (made === undefined) return skipped("not tried, because another call failed");
        if (made.failure !== null) return failed(made.failure);
        const said = `${Math.round(made.slowestMs)} ms`;
        return made.slowestMs > SLOW_MS ? warn(`${said}: slow`) : fine(said);
      }),
    );
  }
  if (findings[0]?.status !== "ok") return findings;
  findings.push(await check("  slotSubscribe", () => tryNews(url)));
  findings.push(await check("Solana node's limits", () => tryPace(node)));
  findings.push(await check("clock", () => compareByHeader(url, nowMs)));
  return findings;
}

interface MadeCall {
  readonly slowestMs: number;
  readonly failure: string | null;
}

/** The same node, and the outcome of each method that was called. */
function recordCalls(node: Chain, nowMs: () => number) {
  const made = new Map<string, MadeCall>();
  const note = (method: string, fromMs: number, failure: string | null) => {
    const before = made.get(method);
    made.set(method, {
      slowestMs: Math.max(before?.slowestMs ?? 0, nowMs() - fromMs),
      failure: before?.failure ?? failure,
    });
  };
  const recorded = new Proxy(node, {
    get(target, method: string) {
      const call = Reflect.get(target, method) as unknown;
      if (typeof call !== "function") return call;
      return async (...args: unknown[]) => {
        const fromMs = nowMs();
        try {
          const answer = await (Reflect.apply(call, target, args) as Promise<unknown>);
          note(method, fromMs, null);
          return answer;
        } catch (error) {
          note(method, fromMs, messageOf(error));
          throw error;
        }
      };
    },
  });
  return { node: recorded, made };
}

const NEWS_WITHIN_MS = 10_000;

/** Whether the node reports slots over WebSocket; without it the server polls on a timer (rule LIMITS-18). */
async function tryNews(url: string) {
  const socket = new WebSocket(url.replace(/^http/, "ws"), { handshakeTimeout: NEWS_WITHIN_MS });
  try {
    const isNotified = await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), NEWS_WITHIN_MS).unref();
      socket.on("error", () => resolve(false));
      socket.on("open", () =>
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "slotSubscribe", params: [] })),
      );
      socket.on("message", (data: Buffer) => data.toString().includes("slotNotification") && resolve(true));
    });
    return isNotified
      ? fine("The node announces slots over WebSocket")
      : warn("The node announces nothing over WebSocket: the server polls it, which costs more calls");
  } finally {
    socket.terminate();
  }
}

/** As many calls per second as a busy race makes. */
async function tryPace(node: Chain) {
  const count = CALLS_A_SECOND * SECONDS;
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * 1000) / CALLS_A_SECOND));
      return node.slot().then(
        () => true,
        () => false,
      );
    }),
  );
  const refused = answers.filter((isAnswered) => !isAnswered).length;
  if (refused === 0) return fine(`${CALLS_A_SECOND} calls per second for ${SECONDS} s were answered`);
  return failed(
    `Of ${count} calls, ${CALLS_A_SECOND} per second, ${refused} were refused: not enough for a busy race. Use a provider's node.`,
  );
}

/** Every HTTP server sends its time. */
async function compareByHeader(url: string, nowMs: () => number) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getHealth" }),
    signal: AbortSignal.timeout(5_000),
  });
  await response.body?.cancel();
  const nodeTimeMs = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(nodeTimeMs)) return skipped("The node does not report its time.");
  // The header has a resolution of one second.
  return compareClocks(nodeTimeMs + 500 - nowMs());
}
