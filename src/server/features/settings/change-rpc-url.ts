import { genesisHashes } from "../../../domain/genesis-hashes.ts";
import { ZERO } from "../../../domain/lamports.ts";
import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import { parseSetting } from "../../../domain/settings.ts";
import { isShownInPart, loopbackHosts } from "../../../domain/rpc-url.ts";
import { readHouseWallets } from "../../foundation/books/payments.ts";
import type { PublicNetwork } from "../../../domain/networks.ts";
import { type RpcUrls, rpcUrlKeys } from "../../foundation/chain/node-url.ts";
import { nodeFailureText, tryNode } from "../../foundation/chain/try-node.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Logger } from "../../foundation/log.ts";
import type { Chain, Clock, Entropy } from "../../foundation/ports.ts";
import type { HouseAction, Outcome, PerformOrAsk, Unaskable } from "../../foundation/house-actions.ts";
import {
  type ChangedSetting,
  changeLockedSetting,
  lockSettings,
  planChange,
} from "../../foundation/settings/change-setting.ts";

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
  /** Performs the change at once, or queues it for another admin's approval. */
  readonly performOrAsk: PerformOrAsk;
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
 * if the URL is wrong. Nothing is resolved or called yet: a session without its wallet makes the server ask nobody
 * (rule LIMITS-5).
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

/** Makes the server use another node of a network, or asks for it ({@link nodeAction}). */
export async function changeRpcUrl(
  ports: RpcUrlPorts,
  { network, value, by, reason = null }: Change,
): Promise<Result<Outcome<ChangedSetting>, RpcUrlRefusal | Unaskable>> {
  const checked = checkRpcUrl(ports, { network, value });
  if (!checked.ok) return checked;
  const request = { network, settingValue: checked.value };
  return ports.performOrAsk(nodeAction(ports), { request, by, reason });
}

/**
 * The change of a node, once it has answered everything that the server asks (rule LIMITS-5); it is tried again when it
 * is approved. From then on the server trusts it about money, and a lying one could invent deposits, so the caller has
 * checked the step-up (rule ACCESS-8), and that of mainnet-beta waits for another admin (rule IDENTITY-5).
 */
export const nodeAction = (
  ports: Omit<RpcUrlPorts, "performOrAsk">,
): HouseAction<"node-setting", ChangedSetting, RpcUrlRefusal> => ({
  kind: "node-setting",

  async tryFirst({ network, settingValue: url }): Promise<Refused<RpcUrlRefusal> | null> {
    const checked = checkRpcUrl(ports, { network, value: url });
    if (!checked.ok) return checked;
    const failure = await tryNode(ports.openNode(url), {
      genesisHash: genesisHashes[network],
      houseAddress: await firstHouseAddress(ports.db),
      entropy: ports.entropy,
    });
    if (failure === null) return null;
    ports.log.info({ network, failure }, "an RPC URL was refused");
    return refuseUrl(nodeFailureText(failure, network));
  },

  async check(tx, { network, settingValue: value }) {
    const checked = checkRpcUrl(ports, { network, value });
    if (!checked.ok) return checked;
    await lockSettings(tx);
    const planned = await planChange(tx, { key: rpcUrlKeys[network], value });
    if (!planned.ok) return planned;
    // Local mode never becomes mainnet-beta.
    const isTrusted = network === "mainnet-beta" && !ports.isLocal;
    return ok(isTrusted ? { amount: ZERO, cause: "node" } : null);
  },

  async perform(tx, { network, settingValue: value }, { by, approvedBy, reason }) {
    const change = { key: rpcUrlKeys[network], value, by, approvedBy, reason };
    const changed = await changeLockedSetting(tx, ports.clock, change);
    if (!changed.ok) throw new Error(`the node was checked and is refused: ${changed.code}`);
    return {
      done: changed.value,
      announce: () => ports.log.warn({ network, by, approvedBy }, "an admin named another node"),
    };
  },
});

const refuseUrl = (why: string) =>
  refuse("RPC_URL_REFUSED", { field: "settingValue", message: `This RPC URL is not allowed: ${why}` });

/** In local mode a node on this machine may use http; where the name leads is checked when connecting. */
function isSecure(text: string, { isLocal }: Pick<RpcUrlPorts, "isLocal">): boolean {
  const { protocol, hostname } = new URL(text);
  if (protocol === "https:") return true;
  return isLocal && loopbackHosts.has(hostname);
}

const secureOnly = ({ isLocal }: Pick<RpcUrlPorts, "isLocal">) =>
  isLocal ? "it must begin with https://, or lead to this machine" : "it must begin with https://";

/** The address used to try a node; null before there is a house wallet. */
export async function firstHouseAddress(db: Db): Promise<string | null> {
  const [first] = (await readHouseWallets(db)).keys();
  return first ?? null;
}
