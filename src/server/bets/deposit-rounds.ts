import { askingPace, GATHER_MS, isDue, type PacePorts } from "../chain/asking-pace.ts";
import { expirePreparedBets, settleFinality } from "./settle-finality.ts";
import { countSignatures, type DepositRound, type WatchPorts } from "./watch-deposits.ts";

interface Ports extends WatchPorts, PacePorts {
  /** Reads the histories of the house's wallets; see watch-deposits.ts. */
  readonly readDeposits: () => Promise<DepositRound>;
}

/** A node that told of a transaction may not show it yet; after so many looks the histories have to. */
const MOST_LOOKS = 3;
const LOOK_AGAIN_MS = 1_000;

/**
 * The deposit watcher's rounds. What the node tells of is counted at once; the histories are read by the clock and find what
 * it did not tell (rules BET-7, LIMITS-18).
 */
export function depositRounds(ports: Ports): () => Promise<void> {
  const { clock, news } = ports;
  const told = new Map<string, { looks: number; atMs: number }>();
  let { place } = news.since(0);
  let readAtMs = Number.NEGATIVE_INFINITY;
  let settledAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  async function countTold() {
    const fresh = news.since(place);
    place = fresh.place;
    for (const signature of fresh.signatures)
      told.set(signature, { looks: 0, atMs: Number.NEGATIVE_INFINITY });
    const nowMs = clock.now();
    const due = [...told].filter(([, { atMs }]) => isDue(nowMs, atMs, LOOK_AGAIN_MS));
    if (due.length === 0) return;
    const done = await countSignatures(
      ports,
      due.map(([signature]) => signature),
    );
    for (const [signature, { looks }] of due) {
      if (done.has(signature) || looks + 1 >= MOST_LOOKS) told.delete(signature);
      else told.set(signature, { looks: looks + 1, atMs: nowMs });
    }
  }

  /** Asks once for all deposits that the node says may be final by now. */
  async function settle(everyMs: number) {
    const nowMs = clock.now();
    if (!isDue(nowMs, settledAtMs, Math.min(everyMs, GATHER_MS))) return;
    settledAtMs = nowMs;
    const isClockDue = isDue(nowMs, askedAtMs, everyMs);
    const wasAsked = await settleFinality(ports, (slot) => isClockDue || news.finalSlot() >= slot);
    if (wasAsked) askedAtMs = nowMs;
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
    await settle(pace.finality);
  };
}
