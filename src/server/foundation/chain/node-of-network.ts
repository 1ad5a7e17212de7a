import type { Network } from "../../../domain/networks.ts";
import type { Logger } from "../log.ts";
import { type Chain, ChainUnavailable, type Clock } from "../ports.ts";
import { cachedAnswer } from "./cached-answers.ts";
import { chainThrough } from "./chain-through.ts";
import { asHouse } from "./caller.ts";

interface Options {
  readonly network: Network;
  /** What identifies the network. */
  readonly genesisHash: string;
  /** The node's URL without anything that may be a key. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long a node counts as one of its network, or of another, before it is asked again. */
const HOLDS_MS = 60_000;

/** The node belongs to another network, so it says nothing about this one. */
export class OtherNetwork extends ChainUnavailable {}

/**
 * The same node, which answers nothing unless its genesis hash has shown within the last minute that it belongs to the
 * network (rule LIMITS-19): a payment on a test network must never become a balance in real money. Only the hash itself
 * can always be requested.
 */
export function nodeOfNetwork(node: Chain, { network, genesisHash, name, clock, log }: Options): Chain {
  let isRefused = false;
  const belongs = cachedAnswer(clock, HOLDS_MS, () =>
    asHouse(async () => {
      const isOfNetwork = (await node.genesisHash()) === genesisHash;
      const about = { node: name, network };
      if (!isOfNetwork && !isRefused) log.error(about, "a chain node is of another network and is not used");
      if (isOfNetwork && isRefused) log.info(about, "a chain node is of this network now and is used");
      isRefused = !isOfNetwork;
      return isOfNetwork;
    }),
  );
  const answering = chainThrough(async (ask) => {
    if (!(await belongs())) throw new OtherNetwork(`${name} is a node of another network than ${network}`);
    return ask(node);
  });
  return { ...answering, genesisHash: () => node.genesisHash() };
}
