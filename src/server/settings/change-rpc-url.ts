import { ok, type Result, refuse } from "../../domain/result.ts";
import { parseSetting } from "../../domain/settings.ts";
import { isShownInPart } from "../../domain/rpc-url.ts";
import { readHouseWallets } from "../books/payments.ts";
import { genesisHashes, type PublicNetwork } from "../../domain/genesis-hashes.ts";
import { type RpcUrls, rpcUrlKeys } from "../chain/node-url.ts";
import { nodeFailureText, tryNode } from "../chain/try-node.ts";
import type { Db } from "../db/database.ts";
import type { Logger } from "../log.ts";
import type { Chain, Clock, Entropy } from "../ports.ts";
import { type ChangedSetting, changeSetting } from "./change-setting.ts";

export interface RpcUrlPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  /** The nodes from the environment, which take precedence. */
  readonly rpcUrls: RpcUrls;
  readonly openNode: (url: string) => Chain;
  readonly mayOpenNode: (url: string) => boolean;
  readonly isLocal: boolean;
}

interface Change {
  readonly network: PublicNetwork;
  readonly value: string;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason?: string | null;
}

type RpcUrlRefusal = "SETTING_UNKNOWN" | "SETTING_INVALID" | "SETTING_FIXED" | "RPC_URL_REFUSED";

/**
 * The URL, if the node may be tried at all. Checked before the wallet is asked to confirm, which would be for nothing
 * if the URL is wrong. Nothing is resolved or called yet: a session without its wallet makes the server ask nobody (rule
 * LIMITS-5).
 */
export function checkRpcUrl(
  ports: Pick<RpcUrlPorts, "rpcUrls" | "isLocal" | "mayOpenNode">,
  { network, value }: Pick<Change, "network" | "value">,
): Result<string, RpcUrlRefusal> {
  if (ports.rpcUrls[network] !== null) return refuse("SETTING_FIXED", { field: "settingKey" });
  const parsed = parseSetting(rpcUrlKeys[network], value.trim());
  if (!parsed.ok) return parsed;
  const url = parsed.value.text;
  if (isShownInPart(url)) return refuse("SETTING_INVALID", { field: "settingValue" });
  if (!isSecure(url, ports)) return refuseUrl(secureOnly(ports));
  return ports.mayOpenNode(url) ? ok(url) : refuseUrl(nodeFailureText({ type: "private-address" }, network));
}

/**
 * Makes the server use another node of a network, once that node has answered everything that the server asks (rule
 * LIMITS-5). From then on the server trusts it about money, so the caller has checked the step-up (rule ACCESS-8).
 */
export async function changeRpcUrl(
  ports: RpcUrlPorts,
  { network, value, by, reason = null }: Change,
): Promise<Result<ChangedSetting, RpcUrlRefusal>> {
  const key = rpcUrlKeys[network];
  const checked = checkRpcUrl(ports, { network, value });
  if (!checked.ok) return checked;
  const url = checked.value;
  const failure = await tryNode(ports.openNode(url), {
    genesisHash: genesisHashes[network],
    houseAddress: await firstHouseAddress(ports.db),
    entropy: ports.entropy,
  });
  if (failure !== null) {
    ports.log.info({ network, by, failure }, "an RPC URL was refused");
    return refuseUrl(nodeFailureText(failure, network));
  }
  const changed = await changeSetting(ports, { key, value: url, by, reason });
  if (changed.ok) ports.log.warn({ network, by }, "an admin named another node");
  return changed;
}

const refuseUrl = (why: string) =>
  refuse("RPC_URL_REFUSED", { field: "settingValue", message: `This RPC URL is not allowed: ${why}` });

/** In local mode a node on this machine may use http; where the name leads is checked when connecting. */
function isSecure(text: string, { isLocal }: Pick<RpcUrlPorts, "isLocal">): boolean {
  const { protocol, hostname } = new URL(text);
  if (protocol === "https:") return true;
  return isLocal && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

const secureOnly = ({ isLocal }: Pick<RpcUrlPorts, "isLocal">) =>
  isLocal ? "it must begin with https://, or lead to this machine" : "it must begin with https://";

/** The address used to try a node; null before there is a house wallet. */
export async function firstHouseAddress(db: Db): Promise<string | null> {
  const [first] = (await readHouseWallets(db)).keys();
  return first ?? null;
}
