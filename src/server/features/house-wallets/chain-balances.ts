import type { Lamports } from "../../../domain/lamports.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { type Chain, MAX_ACCOUNTS } from "../../foundation/ports.ts";

/**
 * What the wallets hold according to the chain, many of them in one call, so that a page that stays open leaves the
 * budget of calls to payments (rules HOUSE-1 and LIMITS-18). An address is missing when the node did not answer.
 */
export async function readChainBalances(
  chain: Pick<Chain, "balances">,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Lamports>> {
  const balances = new Map<string, Lamports>();
  for (let first = 0; first < addresses.length; first += MAX_ACCOUNTS) {
    const part = addresses.slice(first, first + MAX_ACCOUNTS);
    const read = await orUnavailable(chain.balances(part));
    for (const [index, address] of part.entries()) {
      const lamports = read?.lamports[index];
      if (lamports !== undefined) balances.set(address, lamports);
    }
  }
  return balances;
}
