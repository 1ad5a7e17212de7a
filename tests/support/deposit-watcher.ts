import { expirePrepared } from "../../src/server/features/bets/expire-prepared.ts";
import {
  depositReader,
  type DepositRound,
  type WatchPorts,
} from "../../src/server/features/bets/watch-deposits.ts";
import type { Chain } from "../../src/server/foundation/ports.ts";

type Ports = Omit<WatchPorts, "chain"> & { readonly chain: WatchPorts["chain"] & Pick<Chain, "tip"> };

/**
 * All that the deposit watcher does, in one round: counts what reached the house, and gives up prepared bets that can
 * no longer be paid.
 */
export function depositWatcher(ports: Ports): () => Promise<DepositRound> {
  const { round } = depositReader(ports);
  return async () => {
    const read = await round();
    await expirePrepared(ports);
    return read;
  };
}
