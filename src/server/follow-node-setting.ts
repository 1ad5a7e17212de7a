import { genesisHashes } from "../domain/genesis-hashes.ts";
import { shownRpcUrl } from "../domain/rpc-url.ts";
import type { PublicNetwork } from "../domain/networks.ts";
import { settingsUrl } from "./foundation/chain/node-url.ts";
import { orUnavailable } from "./foundation/chain/or-unavailable.ts";
import type { SwitchableChain } from "./foundation/chain/switchable-chain.ts";
import type { Queryable } from "./foundation/db/database.ts";
import type { Logger } from "./foundation/log.ts";
import type { Rest } from "./foundation/loop.ts";
import type { Chain } from "./foundation/ports.ts";
import { readSettings } from "./foundation/settings/stored-settings.ts";

/** How long a change can go unnoticed if its notification is missed. */
const LOOK_EVERY_MS = 5_000;

interface Ports {
  readonly db: Queryable;
  readonly network: PublicNetwork;
  readonly switchable: SwitchableChain;
  readonly openNode: (url: string) => Chain;
  readonly log: Logger;
  /** Called with the URL that is used from now on. */
  readonly onUse: (url: string) => void;
}

/**
 * A round that switches to the node named in the settings, for every instance (rule LIMITS-5). The setting was tested
 * when it was changed; whether the node belongs to the network is checked again here, since a name may resolve
 * elsewhere by now. If the node does not answer, it is tried again in the next round, and the node in use stays.
 *
 * @param first the URL in use when the server started.
 */
export function nodeFollower(
  { db, network, switchable, openNode, log, onUse }: Ports,
  first: string,
): () => Promise<Rest> {
  let used = first;
  let refused: string | null = null;
  return async () => {
    const url = settingsUrl(network, await readSettings(db));
    if (url === used || url === refused) return LOOK_EVERY_MS;
    const node = openNode(url);
    const hash = await orUnavailable(node.genesisHash());
    const about = { network, node: shownRpcUrl(url) };
    if (hash === null) return log.warn(about, "the node that the settings name does not answer");
    if (hash !== genesisHashes[network]) {
      refused = url;
      return log.error(about, "the node that the settings name is of another network");
    }
    switchable.use(node);
    used = url;
    onUse(url);
    refused = null;
    log.info(about, "another node is asked from now on");
  };
}
