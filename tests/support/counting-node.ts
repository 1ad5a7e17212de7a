import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { faultyAnswer, type Standstill } from "./faulty-answers.ts";
import type { NodeMood } from "./faulty-nodes.ts";
import { type RawData, WebSocket, WebSocketServer } from "ws";

/** How many calls one address may make to a node in a time window. */
export interface NodeLimits {
  readonly windowMs: number;
  readonly calls: number;
  readonly callsOfOneMethod: number;
}

/** The limits that Solana's documentation states for its public nodes (https://solana.com/docs/references/clusters). */
const publicNodeLimits: NodeLimits = { windowMs: 10_000, calls: 100, callsOfOneMethod: 40 };

/** How a node treats subscribers: serves them, reports only slots, reports nothing at all, or refuses connections. */
type SubscriptionMood = "well" | "only-slots" | "silent" | "refusing";

/** Calls by method since the counts were last taken. */
export interface NodeCalls {
  readonly answered: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
}

export interface CountingNode {
  readonly url: string;
  /** From now on refuses calls beyond the limits. */
  enforceLimits(): void;
  /** Returns the counts and resets them. */
  takeCalls(): NodeCalls;
  subscriptions(mood: SubscriptionMood): void;
  /** How it answers calls from now on; `gone` also closes its connections. */
  calls(mood: NodeMood): Promise<void>;
  /** Number of attempts to subscribe. */
  connections(): number;
  close(): Promise<void>;
}

const SECOND_MS = 1_000;

/** Forwards calls and subscriptions to a node, counts the calls and, if enabled, refuses calls as public nodes do. */
export async function openCountingNode(
  target: { readonly url: string; readonly webSocketUrl: string },
  limits: NodeLimits = publicNodeLimits,
): Promise<CountingNode> {
  let answered = new Map<string, number>();
  let refused = new Map<string, number>();
  let mood: SubscriptionMood = "well";
  let callMood: NodeMood = "sound";
  let standstill: Standstill = { answers: new Map(), slot: 0 };
  let isLimited = false;
  let connections = 0;
  const recent: { readonly method: string; readonly atMs: number }[] = [];

  /** Seconds to wait, or null if the call may pass. */
  const limitOf = (method: string): number | null => {
    if (!isLimited) return null;
    const nowMs = performance.now();
    while (recent[0] && recent[0].atMs <= nowMs - limits.windowMs) recent.shift();
    const same = recent.filter((call) => call.method === method);
    const blocking =
      same.length >= limits.callsOfOneMethod
        ? same[0]
        : recent.length >= limits.calls
          ? recent[0]
          : undefined;
    if (blocking) return Math.max(1, Math.ceil((blocking.atMs + limits.windowMs - nowMs) / SECOND_MS));
    recent.push({ method, atMs: nowMs });
    return null;
  };

  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      const call = JSON.parse(body) as { method: string };
      const { method } = call;
      if (callMood === "gone") {
        response.destroy();
        return;
      }
      response.setHeader("content-type", "application/json");
      const waitSeconds = limitOf(method);
      const counts = waitSeconds === null ? answered : refused;
      counts.set(method, (counts.get(method) ?? 0) + 1);
      if (waitSeconds !== null) {
        response.writeHead(429, { "retry-after": String(waitSeconds) }).end("{}");
        return;
      }
      const headers = { "content-type": "application/json" };
      fetch(target.url, { method: "POST", headers, body })
        .then((reply) => reply.text())
        .then((answer) => {
          response.end(faultyAnswer(callMood, { call, answer, standstill }));
        })
        .catch(() => response.destroy());
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, stream, head) => {
    connections += 1;
    if (mood === "refusing" || callMood === "gone") {
      stream.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      passOn(socket, new WebSocket(target.webSocketUrl), (text) => mayTell(mood, text)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    enforceLimits() {
      isLimited = true;
    },
    takeCalls() {
      const taken = { answered, refused };
      [answered, refused] = [new Map(), new Map()];
      return taken;
    },
    subscriptions(next) {
      mood = next;
      if (next === "refusing") for (const socket of sockets.clients) socket.terminate();
    },
    async calls(next) {
      callMood = next;
      if (next === "gone") {
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
      }
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "getSlot",
        params: [{ commitment: "finalized" }],
      });
      const reply = await fetch(target.url, { method: "POST", headers, body });
      standstill = { answers: new Map(), slot: ((await reply.json()) as { result: number }).result };
    },
    connections: () => connections,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function mayTell(mood: SubscriptionMood, text: string): boolean {
  const isNotification = text.includes('"params"');
  if (!isNotification || mood === "well") return true;
  return mood === "only-slots" && text.includes("slotNotification");
}

/** A silent node leaves its connections open and answers pings, as the worst of them do. */
function passOn(near: WebSocket, far: WebSocket, mayPass: (text: string) => boolean): void {
  const early: RawData[] = [];
  near.on("message", (data) => {
    if (far.readyState === far.OPEN) far.send(data, { binary: false });
    else early.push(data);
  });
  far.on("open", () => {
    for (const data of early) far.send(data, { binary: false });
  });
  far.on("message", (data: Buffer) => {
    if (mayPass(data.toString())) near.send(data, { binary: false });
  });
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on("close", () => other.terminate());
    one.on("error", () => other.terminate());
  }
}

/** Sum over all methods. */
export const sumOfCalls = (calls: ReadonlyMap<string, number>): number =>
  [...calls.values()].reduce((sum, count) => sum + count, 0);
