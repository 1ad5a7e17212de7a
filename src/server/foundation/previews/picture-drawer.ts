import { LRUCache } from "lru-cache";
import { Worker } from "node:worker_threads";
import { answerWithin } from "../answer-within.ts";
import type { Clock } from "../ports.ts";
import type { Card } from "./card.ts";

const CACHE_BYTES = 16 * 1024 * 1024;
const MAX_WAITING = 8;
/** A drawing takes about 0.1 s, and the first one loads the library. */
const PATIENCE_MS = 15_000;

/** When compiled, the thread's program is next to this one; a source is loaded by `tsx`. */
const startThread = (): Worker =>
  import.meta.url.endsWith(".ts")
    ? new Worker(
        `import("tsx/esm/api").then(({ register }) => (register(), import(${JSON.stringify(new URL("draw-card-thread.ts", import.meta.url))})));`,
        { eval: true },
      )
    : new Worker(new URL("draw-card-thread.js", import.meta.url));

/** Draws pictures in a thread of their own, one after the other, and remembers the latest (rule SHARE-4). */
export interface PictureDrawer {
  /** The picture with this key, if it is in memory. */
  readonly drawn: (key: string) => Uint8Array | null;
  /** Null when too many are waiting. */
  readonly draw: (key: string, card: Card) => Promise<Uint8Array | null>;
  /** Ends the thread if it drew nothing since the last call: it holds tens of megabytes. */
  readonly endIfIdle: () => Promise<void>;
}

export function pictureDrawer(clock: Clock): PictureDrawer {
  const latest = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const waiting = new Map<string, Promise<Uint8Array>>();
  let thread: DrawingThread | null = null;
  let drewLately = false;

  async function drawNow(key: string, card: Card): Promise<Uint8Array> {
    drewLately = true;
    const own = (thread ??= openThread(() => {
      if (thread === own) thread = null;
    }));
    try {
      const png = await answerWithin(clock, PATIENCE_MS, own.draw(card));
      latest.set(key, png);
      return png;
    } catch (error) {
      await own.end();
      throw error;
    } finally {
      waiting.delete(key);
    }
  }

  return {
    drawn: (key) => latest.get(key) ?? null,
    async draw(key, card) {
      const known = waiting.get(key);
      if (known === undefined && waiting.size >= MAX_WAITING) return null;
      const drawing = known ?? drawNow(key, card);
      waiting.set(key, drawing);
      return drawing;
    },
    async endIfIdle() {
      if (!drewLately && waiting.size === 0) await thread?.end();
      drewLately = false;
    },
  };
}

interface DrawingThread {
  readonly draw: (card: Card) => Promise<Uint8Array>;
  readonly end: () => Promise<void>;
}

/** It answers in the order in which it was asked. */
function openThread(onEnd: () => void): DrawingThread {
  const worker = startThread();
  const pending: { resolve: (png: Uint8Array) => void; reject: (reason: Error) => void }[] = [];
  const fail = (reason: Error) => {
    onEnd();
    for (const { reject } of pending.splice(0)) reject(reason);
  };
  worker.on("message", (png: Uint8Array) => pending.shift()?.resolve(png));
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The drawing thread ended.")));
  // It does not keep the process running.
  worker.unref();
  return {
    draw: (card) =>
      new Promise((resolve, reject) => {
        pending.push({ resolve, reject });
        worker.postMessage(card);
      }),
    end: async () => void (await worker.terminate()),
  };
}
