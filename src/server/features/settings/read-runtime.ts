import { genesisHashes } from "../../../domain/genesis-hashes.ts";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { Db } from "../../foundation/db/database.ts";
import { publicRpcUrls } from "../../foundation/chain/node-url.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

export interface RuntimePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "genesisHash">;
  /** The program's version. */
  readonly version: string;
}

/** What a page needs to know when it starts. */
export function runtimeReader({
  db,
  clock,
  chain,
  version,
}: RuntimePorts): () => Promise<Reply<Api["getRuntime"]>> {
  const genesisHash = genesisHashReader(chain);
  return async () => {
    const now = await readSettings(db);
    const isLocal = now.network === "localnet";
    return {
      maintenance: now.maintenance,
      network: now.network,
      rpcMainnet: isLocal ? null : publicRpcUrls["mainnet-beta"],
      rpcDevnet: isLocal ? null : publicRpcUrls.devnet,
      rpcLocal: isLocal ? "/rpc" : null,
      genesisHash: now.network === "localnet" ? await genesisHash() : genesisHashes[now.network],
      devnetBanner: now.devnetBanner,
      testing: now.testingMode,
      minBet: now.minBet,
      maxBet: now.maxBet,
      minWithdrawal: now.minWithdrawal,
      priorityFeeCap: now.priorityFeeCap,
      minimumAge: now.ageNotice ? now.minimumAge : null,
      serverNow: new Date(clock.now()),
      version,
    };
  };
}

/**
 * Each embedded chain has a hash of its own, which never changes, so it is read once; null while it does not answer.
 */
function genesisHashReader(chain: Pick<Chain, "genesisHash">): () => Promise<string | null> {
  let known: string | null = null;
  return async () => (known ??= await orUnavailable(chain.genesisHash()));
}
