import { type RawData, WebSocket } from "ws";
import * as z from "zod/mini";
import { memoInLogs } from "../foundation/chain/memo-in-logs.ts";
import type { NodeNews } from "../foundation/chain/node-news.ts";
import { rememberedNews } from "../foundation/chain/remembered-news.ts";
import type { Logger } from "../foundation/log.ts";
import type { Clock } from "../foundation/ports.ts";

interface Options {
  /** Opens a connection to the node in use. Rejects where none is allowed. */
  readonly connect: () => Promise<WebSocket>;
  /** The house's wallets; re-read now and then, since more may be added. */
  readonly addresses: () => Promise<Iterable<string>>;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface NodeSocket extends NodeNews {
  /** Checks the connection: opens it, closes one that has fallen silent, subscribes to wallets that were added. */
  tend(): Promise<void>;
  /** Call when another node is used from now on. */
  reconnect(): void;
  close(): void;
}

/** A node reports every slot, so one that says nothing for this long is gone, whatever the connection looks like. */
const SILENT_AFTER_MS = 10_000;
/** Delay before reconnecting to a node that does not respond; it doubles each time. */
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
const READ_WALLETS_EVERY_MS = 10_000;

/** A signature of 64 bytes takes no more digits in base58; each is remembered. */
const MAX_SIGNATURE_LENGTH = 88;

const message = z.union([
  z.object({ method: z.literal("slotNotification") }),
  z.object({
    method: z.literal("logsNotification"),
    params: z.object({
      result: z.object({
        value: z.object({
          signature: z.string().check(z.maxLength(MAX_SIGNATURE_LENGTH)),
          err: z.unknown(),
          logs: z.nullish(z.array(z.string())),
        }),
      }),
    }),
  }),
]);

/**
 * Events of a node over WebSocket: each slot, and the final transactions of the house's wallets (rule LIMITS-18). A
 * connection that breaks or falls silent is reopened; what was missed meanwhile is found by the clock.
 */
export function openNodeSocket({ connect, addresses, clock, log }: Options): NodeSocket {
  const memory = rememberedNews();
  const subscribed = new Set<string>();
  let socket: WebSocket | null = null;
  let heardAtMs = Number.NEGATIVE_INFINITY;
  let openedAtMs = Number.NEGATIVE_INFINITY;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let retryMs = RETRY_MS;
  let nextId = 1;
  let isClosed = false;

  const subscribe = (method: string, params: readonly unknown[]) =>
    socket?.send(JSON.stringify({ jsonrpc: "2.0", id: nextId++, method, params }));

  function hear(data: RawData) {
    // oxlint-disable-next-line typescript/no-base-to-string -- text frames arrive as a Buffer
    const read = message.safeParse(parsed(data.toString()));
    if (!read.success) return;
    if (read.data.method === "slotNotification") {
      heardAtMs = clock.now();
      retryMs = RETRY_MS;
    } else {
      const { signature, err, logs } = read.data.params.result.value;
      const hasFailed = err !== null && err !== undefined;
      memory.notifyTransaction(signature, { hasFailed, memo: memoInLogs(logs ?? []) });
    }
  }

  async function open() {
    const beganAtMs = clock.now();
    openedAtMs = beganAtMs;
    readAtMs = Number.NEGATIVE_INFINITY;
    subscribed.clear();
    try {
      const opened = await connect();
      opened.on("open", () => subscribe("slotSubscribe", []));
      opened.on("message", (data) => socket === opened && hear(data));
      opened.on("error", (error) => log.debug({ err: error }, "the chain node tells nothing"));
      opened.on("close", () => {
        if (socket === opened) socket = null;
      });
      // Meanwhile it may have been closed, or another node may be in use.
      if (isClosed || openedAtMs !== beganAtMs) return opened.terminate();
      openedAtMs = clock.now();
      socket = opened;
    } catch (error) {
      log.debug({ err: error }, "the chain node may not be listened to");
    }
  }

  function drop() {
    const dropped = socket;
    socket = null;
    heardAtMs = Number.NEGATIVE_INFINITY;
    dropped?.terminate();
  }

  async function followWallets() {
    if (socket?.readyState !== WebSocket.OPEN || clock.now() - readAtMs < READ_WALLETS_EVERY_MS) return;
    readAtMs = clock.now();
    for (const address of await addresses()) {
      if (subscribed.has(address)) continue;
      subscribed.add(address);
      subscribe("logsSubscribe", [{ mentions: [address] }, { commitment: "finalized" }]);
    }
  }

  return {
    ...memory,
    isLive: () => socket !== null && clock.now() - heardAtMs < SILENT_AFTER_MS,
    async tend() {
      if (isClosed) return;
      const lastSignMs = Math.max(heardAtMs, openedAtMs);
      if (socket && clock.now() - lastSignMs >= SILENT_AFTER_MS) {
        log.warn({ silentMs: clock.now() - lastSignMs }, "the chain node has fallen silent");
        drop();
      }
      if (!socket && clock.now() - openedAtMs >= retryMs) {
        if (openedAtMs !== Number.NEGATIVE_INFINITY) retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
        await open();
      }
      await followWallets();
    },
    reconnect() {
      drop();
      retryMs = RETRY_MS;
      openedAtMs = Number.NEGATIVE_INFINITY;
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
