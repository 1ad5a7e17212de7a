import type { Lamports } from "../../domain/lamports.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { type Chain, type Clock, MOST_ACCOUNTS } from "../ports.ts";

/** Holdings by address according to the chain; an address is missing while the node gives no answer about it. */
export type ShownBalances = (addresses: readonly string[]) => Promise<ReadonlyMap<string, Lamports>>;

/** Shorter than the time after which a page asks again. */
const SHARED_MS = 3_000;

/**
 * Reads what the panel shows of the house's wallets, many in one call, and shares the answer for some seconds, so that
 * pages that stay open leave the budget of calls to payments (rules HOUSE-1 and LIMITS-18).
 */
export function shareBalances(ports: {
  readonly chain: Pick<Chain, "balances">;
  readonly clock: Pick<Clock, "now">;
}): ShownBalances {
  let last: { readonly of: string; readonly atMs: number; readonly held: ReturnType<ShownBalances> } | null =
    null;
  return (addresses) => {
    const of = addresses.join();
    const nowMs = ports.clock.now();
    if (last === null || last.of !== of || nowMs - last.atMs >= SHARED_MS) {
      last = { of, atMs: nowMs, held: readBalances(ports.chain, addresses) };
    }
    return last.held;
  };
}

async function readBalances(
  chain: Pick<Chain, "balances">,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Lamports>> {
  const held = new Map<string, Lamports>();
  for (let first = 0; first < addresses.length; first += MOST_ACCOUNTS) {
    const part = addresses.slice(first, first + MOST_ACCOUNTS);
    const read = await orUnavailable(chain.balances(part, "confirmed"));
    for (const [place, address] of part.entries()) {
      const lamports = read?.lamports[place];
      if (lamports !== undefined) held.set(address, lamports);
    }
  }
  return held;
}
