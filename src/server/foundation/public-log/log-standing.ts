import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Network } from "../../../domain/networks.ts";
import type { Db, Queryable } from "../db/database.ts";
import { logs } from "../db/schema/public-log.ts";
import type { Logger } from "../log.ts";
import { type Chain, ChainUnavailable, type Clock } from "../ports.ts";
import { readNewestAnchor } from "./anchors.ts";
import { compareWithChain, type Strangers } from "./compare-with-chain.ts";
import { isServedAt, type LogRow, readOpenLog } from "./read-log.ts";
import { readTimeline } from "./timeline.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly chain: Chain;
  readonly network: Network;
  /** Where this installation serves its log, without a scheme. */
  readonly host: string;
  readonly log: Logger;
}

/** Whether this leader has shown that its log continues what is anchored. */
export interface LogStanding {
  /** Called when the lead is taken: another may have led meanwhile, on another database. */
  readonly reset: () => void;
  /** Compares until the open log continues what is anchored; answers whether it does. */
  readonly prove: () => Promise<boolean>;
  /** Whether a race may commit to the open log: nothing was found against signing, and it is served at its origin. */
  readonly isProven: () => boolean;
}

/** While the log differs, or nobody can tell: how often the chain is asked again. */
const COMPARE_AGAIN_MS = 5_000;
/** Longer than a blockhash lives: what the lost database had signed has landed by then, or never will. */
const RESTORED_WAIT_MS = 120_000;

/** Whether a log came from a backup so recently that memos which its database never saw may still land. */
export const mayMemosLand = ({ restoredAt }: LogRow, nowMs: number): boolean =>
  restoredAt !== null && nowMs - restoredAt.getTime() < RESTORED_WAIT_MS;

/** Nothing is signed, and no race opened, on a log that may have lost entries (rule LOG-11). */
export function logStanding({ db, clock, chain, network, host, log: logger }: Ports): LogStanding {
  /** The log that continues what is anchored; "" while none of this network is open. */
  let proven: string | null = null;
  let notBeforeMs = 0;
  /** Nothing of a log with another origin is anchored (rule LOG-9), so a race that commits to it would never open. */
  let isServed = false;
  /** How many of its entries were anchored in the last round. */
  let seenSize = 0;
  const strangers: Strangers = new WeakMap();

  async function compare(id: string): Promise<boolean> {
    const open = await readOpenLog(db);
    if (open?.id !== id) return false;
    if (mayMemosLand(open, clock.now())) return false;
    const found = await compareWithChain({ db, chain, strangers }, open);
    if (found.type === "differs") {
      const { size, root, slot } = found.head;
      if (open.differsSince === null)
        logger.error(
          { log: id, size: open.size, anchored: { size, root, slot: String(slot) } },
          "the public log does not continue what is anchored: entries were lost, and no race opens",
        );
      await db
        .update(logs)
        .set({ differsSince: new Date(clock.now()) })
        .where(and(eq(logs.id, id), isNull(logs.differsSince)));
      return false;
    }
    // Not if it was found meanwhile that a replica took over.
    const sameAge = open.restoredAt === null ? isNull(logs.restoredAt) : eq(logs.restoredAt, open.restoredAt);
    const same = await db
      .update(logs)
      .set({ differsSince: null, restoredAt: null })
      .where(and(eq(logs.id, id), sameAge))
      .returning({ id: logs.id });
    return same.length > 0;
  }

  /** Whether another Postgres took over: memos that it never saw may still land, as after a restore. */
  async function hasMoved({ id, timeline: last }: LogRow): Promise<boolean> {
    const timeline = await readTimeline(db);
    if (last === timeline) return false;
    await db
      .update(logs)
      .set({ timeline, restoredAt: new Date(clock.now()) })
      .where(eq(logs.id, id));
    return true;
  }

  return {
    reset() {
      proven = null;
      notBeforeMs = 0;
    },
    async prove() {
      const open = await readOpenLog(db);
      // This chain has nothing of another network's log, which ends once the races have made a seed chain here.
      const own = open?.network === network ? open : null;
      const id = own?.id ?? "";
      isServed = own === null || isServedAt(own, host);
      if (own !== null && (await hasMoved(own))) proven = null;
      // It only grows, unless a replica that was behind took over beneath this leader.
      const anchoredSize = (await readNewestAnchor(db, id))?.size ?? 0;
      const hasShrunk = anchoredSize < seenSize;
      seenSize = anchoredSize;
      if (proven === id && !hasShrunk) return true;
      proven = id === "" ? id : null;
      if (id === "" || clock.now() < notBeforeMs) return proven === id;
      notBeforeMs = clock.now() + COMPARE_AGAIN_MS;
      try {
        if (await compare(id)) proven = id;
      } catch (error) {
        if (!(error instanceof ChainUnavailable)) throw error;
        logger.warn({ err: error, log: id }, "the public log cannot be compared with the chain");
      }
      return proven === id;
    },
    isProven: () => proven !== null && isServed,
  };
}

/** Since when the open log is known to differ from what is anchored; null while it is not. */
export async function readDiffersSince(q: Queryable): Promise<Date | null> {
  const [open] = await q
    .select({ since: logs.differsSince })
    .from(logs)
    .where(and(eq(logs.isOpen, true), isNotNull(logs.differsSince)));
  return open?.since ?? null;
}
