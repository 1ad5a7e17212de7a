import { type AskingPace, askingPace, isDue, type PacePorts } from "../chain/asking-pace.ts";
import { expirePreparedBets, settleFinality } from "./settle-finality.ts";
import { countSignatures, type DepositRound, type WatchPorts } from "./watch-deposits.ts";

interface Ports extends WatchPorts, PacePorts {
  /** Reads the histories of the house's wallets; see watch-deposits.ts. */
  readonly readDeposits: () => Promise<DepositRound>;
}

/** A node that reported a transaction may not serve it yet; after this many attempts it is left to the histories. */
const MAX_LOOKS = 3;
const LOOK_AGAIN_MS = 1_000;

/**
 * The deposit watcher's rounds. A transaction that the node reports is counted at once; the histories are read by the
 * clock and find what it did not report (rules BET-7, LIMITS-18). A round without any notification reads nothing (rule
 * IDLE-4).
 */
export function depositRounds(ports: Ports): () => Promise<void> {
  const { clock, news } = ports;
  const told = new Map<string, { looks: number; atMs: number }>();
  let { place } = news.since(0);
  let readAtMs = Number.NEGATIVE_INFINITY;
  let settledAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  /** Slot of the oldest counted deposit that is not final; null when there is none. */
  let waitsFor: bigint | null = null;

  async function countTold() {
    const fresh = news.since(place);
    place = fresh.place;
    for (const signature of fresh.signatures)
      told.set(signature, { looks: 0, atMs: Number.NEGATIVE_INFINITY });
    const nowMs = clock.now();
    const due = [...told].filter(([, { atMs }]) => isDue(nowMs, atMs, LOOK_AGAIN_MS));
    if (due.length === 0) return;
    waitsFor = 0n;
    const done = await countSignatures(
      ports,
      due.map(([signature]) => signature),
    );
    for (const [signature, { looks }] of due) {
      if (done.has(signature) || looks + 1 >= MAX_LOOKS) told.delete(signature);
      else told.set(signature, { looks: looks + 1, atMs: nowMs });
    }
  }

  /**
   * Asks once for all deposits that may be final by now according to the node. While there are none, nothing is read.
   */
  async function settle({ finality: everyMs, gather }: AskingPace) {
    const nowMs = clock.now();
    const isClockDue = isDue(nowMs, askedAtMs, everyMs);
    const mayBeFinal = waitsFor !== null && news.finalSlot() >= waitsFor;
    if (!isClockDue && !(mayBeFinal && isDue(nowMs, settledAtMs, gather))) return;
    settledAtMs = nowMs;
    const look = await settleFinality(ports, (slot) => isClockDue || news.finalSlot() >= slot);
    if (look.wasAsked) askedAtMs = nowMs;
    // Deposits that were asked about may be final now, or not yet on this node: the next check will show.
    waitsFor = look.wasAsked && look.oldestSlot !== null ? 0n : look.oldestSlot;
    if (isClockDue) {
      askedAtMs = nowMs;
      await expirePreparedBets(ports);
    }
  }

  return async () => {
    const pace = askingPace(ports);
    await countTold();
    if (isDue(clock.now(), readAtMs, pace.deposits)) {
      readAtMs = clock.now();
      await ports.readDeposits();
    }
    await settle(pace);
  };
}
