import { askingPace, isDue, type PacePorts } from "../../foundation/chain/asking-pace.ts";
import { inComfort } from "../../foundation/chain/caller.ts";
import { expirePrepared } from "./expire-prepared.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import { type DepositReader, EXPECTED_A_ROUND } from "./watch-deposits.ts";

interface Ports extends PacePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "tip">;
  readonly depositProcessor: Pick<DepositProcessor, "expected">;
  readonly reader: DepositReader;
}

/** The rounds of two jobs: the second never delays the first (rule DUST-1). */
interface DepositRounds {
  /** What was prepared and has arrived, then the lists of what came. */
  readonly watch: () => Promise<void>;
  /** What strangers can make the house read. */
  readonly readUnexpected: () => Promise<void>;
}

/** A node that reported a transaction may not serve it yet; after this many attempts it is left to the histories. */
const MAX_LOOKS = 3;
const LOOK_AGAIN_MS = 1_000;
/** Reported transactions that wait to be read; the histories show those beyond. */
const MAX_REPORTED = 1_000;
/** Between two rounds that read a backlog. */
const BACKLOG_EVERY_MS = 4_000;

/**
 * The deposit watcher's rounds. Of the transactions that the node reports, those that name a payment that was prepared
 * are counted at once, others when nothing older is unread; the histories are listed by the clock and show what it did
 * not report (rules BET-7, LIMITS-18). A round without any notification reads nothing (rule IDLE-4).
 */
export function depositRounds(ports: Ports): DepositRounds {
  const { clock, news, reader, depositProcessor } = ports;
  const expected = reportedTransactions();
  const others = reportedTransactions();
  let place = 0;
  let listedAtMs = Number.NEGATIVE_INFINITY;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let expiredAtMs = Number.NEGATIVE_INFINITY;

  async function hearNews() {
    const fresh = news.since(place);
    place = fresh.place;
    const successful = fresh.transactions.filter(({ hasFailed }) => !hasFailed);
    if (successful.length === 0) return;
    const named = await depositProcessor.expected.among(successful);
    for (const { signature } of successful) (named.has(signature) ? expected : others).add(signature);
  }

  /** Answers how many it tried. */
  async function countReported(reported: ReportedTransactions): Promise<number> {
    const nowMs = clock.now();
    const due = reported.due(nowMs);
    if (due.length === 0) return 0;
    const counted = await reader.count(due);
    for (const signature of due) reported.looked(signature, { isDone: counted.has(signature), nowMs });
    return due.length;
  }

  async function expire(everyMs: number) {
    const nowMs = clock.now();
    if (!isDue(nowMs, expiredAtMs, everyMs)) return;
    expiredAtMs = nowMs;
    await expirePrepared(ports);
  }

  return {
    async watch() {
      const pace = askingPace(ports);
      await expire(pace.expiry);
      await hearNews();
      const counted = await countReported(expected);
      if (!isDue(clock.now(), listedAtMs, pace.deposits)) return;
      listedAtMs = clock.now();
      await reader.list(EXPECTED_A_ROUND - counted);
    },

    async readUnexpected() {
      if (reader.backlog().signatures > 0) {
        if (!isDue(clock.now(), readAtMs, BACKLOG_EVERY_MS)) return;
        readAtMs = clock.now();
      }
      await reader.readUnexpected();
      if (reader.backlog().signatures === 0) await inComfort(() => countReported(others));
    },
  };
}

type ReportedTransactions = ReturnType<typeof reportedTransactions>;

/** Reported transactions that have to be read, and how often each was looked at. */
function reportedTransactions() {
  const open = new Map<string, { looks: number; atMs: number }>();
  return {
    add(signature: string) {
      if (open.size < MAX_REPORTED) open.set(signature, { looks: 0, atMs: Number.NEGATIVE_INFINITY });
    },
    due: (nowMs: number): readonly string[] =>
      [...open]
        .filter(([, { atMs }]) => isDue(nowMs, atMs, LOOK_AGAIN_MS))
        .slice(0, EXPECTED_A_ROUND)
        .map(([signature]) => signature),
    looked(signature: string, { isDone, nowMs }: { readonly isDone: boolean; readonly nowMs: number }) {
      const looks = (open.get(signature)?.looks ?? 0) + 1;
      if (isDone || looks >= MAX_LOOKS) open.delete(signature);
      else open.set(signature, { looks, atMs: nowMs });
    },
  };
}
