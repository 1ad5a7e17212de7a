import type { Logger } from "../log.ts";
import { type Chain, ChainUnavailable, type Clock } from "../ports.ts";

interface Ports {
  readonly chain: Pick<Chain, "slot" | "newestSlot">;
  readonly clock: Clock;
  readonly log: Logger;
}

/** With Alpenglow a block is final within a second. */
const SOON_MS = 5_000;

/**
 * Says once in the log if the cluster takes long to make a block final, because bets and payouts wait for it (rule
 * LIMITS-43).
 */
export async function noteSlowFinality({ chain, clock, log }: Ports, signal: AbortSignal): Promise<void> {
  try {
    const newest = await chain.newestSlot();
    await clock.sleep(SOON_MS, signal);
    if (!signal.aborted && (await chain.slot()) < newest)
      log.warn("the cluster takes more than 5 s to make a block final: bets and payouts take as long");
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    log.debug({ err: error }, "the chain does not answer how soon its blocks are final");
  }
}
