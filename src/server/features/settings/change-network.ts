import { sql } from "drizzle-orm";
import { genesisHashes } from "../../../domain/genesis-hashes.ts";
import type { Network, PublicNetwork } from "../../../domain/networks.ts";
import { type Refused, type Result, ok, refuse } from "../../../domain/result.ts";
import {
  parseSetting,
  settingsConflict,
  type SettingKey,
  settingDefinitions,
} from "../../../domain/settings.ts";
import { publicReason } from "../../../domain/rule-log.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { nodeFailureText, tryNode } from "../../foundation/chain/try-node.ts";
import { endLease } from "../../foundation/db/lease.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import { ENGINE_LEASE } from "../../foundation/leadership.ts";
import type { Logger } from "../../foundation/log.ts";
import type { NetworkPart } from "../../foundation/network-part.ts";
import type { Chain, Clock, Entropy } from "../../foundation/ports.ts";
import { writeRule } from "../../foundation/rule-log/write-rule.ts";
import { type ChangedSetting, lockSettings } from "../../foundation/settings/change-setting.ts";
import { firstHouseAddress } from "./change-rpc-url.ts";
import { readSettings, writeSetting } from "../../foundation/settings/stored-settings.ts";

export interface NetworkPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly isLocal: boolean;
  /** The node that would be used on a network: the environment's, otherwise that of the settings. */
  readonly openNetwork: (network: PublicNetwork) => Promise<Chain>;
  /** Why this installation cannot hold the books of a network; null if it can. */
  readonly refusesNetwork: (network: PublicNetwork) => string | null;
  /** The network parts of all features. */
  readonly networkParts: readonly NetworkPart[];
}

interface Change {
  readonly value: string;
  /** The admin's wallet. */
  readonly by: string;
  readonly reason?: string | null;
}

type NetworkRefusal = "SETTING_INVALID" | "SETTING_FIXED" | "RPC_URL_REFUSED" | "NETWORK_MONEY_OPEN";

const KEY = "network" as const satisfies SettingKey;
const MAINTENANCE = "site_maintenance_enabled" as const satisfies SettingKey;

/**
 * Moves the game to another network (rule LIMITS-14). While anything is owed, held, open or on its way it is refused,
 * with everything that prevents the change. It also turns maintenance on. Every instance then closes the chain of the
 * old network and opens the other one (see serve-network.ts), where the first race takes its seed from a new seed
 * chain. The caller has checked the step-up.
 */
export async function changeNetwork(
  ports: NetworkPorts,
  { value, by, reason = null }: Change,
): Promise<Result<ChangedSetting, NetworkRefusal>> {
  if (ports.isLocal) return refuse("SETTING_FIXED", { field: "settingKey" });
  const parsed = parseSetting(KEY, value);
  if (!parsed.ok) return refuseValue();
  const network = parsed.value.text as Network;
  if (network === "localnet") return refuseValue("Local mode has a database of its own");
  const unfit = ports.refusesNetwork(network);
  if (unfit !== null) return refuseValue(unfit);
  const failure = await tryNode(await ports.openNetwork(network), {
    genesisHash: genesisHashes[network],
    houseAddress: await firstHouseAddress(ports.db),
    entropy: ports.entropy,
  });
  if (failure !== null) {
    const why = `The node of ${network} cannot be used: ${nodeFailureText(failure, network)}`;
    return refuse("RPC_URL_REFUSED", { field: "settingValue", message: why });
  }
  const moved = await inTransaction(ports.db, (tx) => moveToNetwork(tx, ports, { network, by, reason }));
  if (moved !== null) return moved;
  ports.log.warn({ network, by }, "an admin changed the network");
  const { description } = settingDefinitions[KEY];
  return ok({ key: KEY, value: network, description, changed: true });
}

const refuseValue = (message?: string) =>
  refuse("SETTING_INVALID", { field: "settingValue", ...(message !== undefined && { message }) });

/** Null on success. */
async function moveToNetwork(
  tx: Tx,
  { clock, networkParts }: NetworkPorts,
  { network, by, reason }: { readonly network: PublicNetwork } & Required<Pick<Change, "by" | "reason">>,
): Promise<Refused<NetworkRefusal> | null> {
  await lockSettings(tx);
  const settings = await readSettings(tx);
  if (settings.network === network) return null;
  const conflict = settingsConflict({ ...settings, network });
  if (conflict !== null) return refuseValue(conflict);
  const refused = await findObstacles(tx, networkParts);
  if (refused !== null) return refused;
  // From here on no leader stores anything, and no deposit is counted, until the change is stored.
  await endLease(tx, ENGINE_LEASE.name);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong network', 0))`);
  const since = await findObstacles(tx, networkParts);
  if (since !== null) return since;
  const at = new Date(clock.now());
  // Written before the features leave the network, which may add audit rows: these come last.
  if (!settings.maintenance) {
    const change = { key: MAINTENANCE, from: "false", to: "true", reason: publicReason(reason) };
    await writeRule(tx, at, { rule: "setting", ...change });
  }
  for (const part of networkParts) await part.leave?.(tx, at);
  const changes: { readonly key: SettingKey; readonly before: string; readonly after: string }[] = [
    { key: KEY, before: settings.network, after: network },
    ...(settings.maintenance ? [] : [{ key: MAINTENANCE, before: "false", after: "true" }]),
  ];
  for (const { key, after } of changes) await writeSetting(tx, { key, value: after, by, at });
  for (const { key, before, after } of changes)
    await writeAudit(tx, { at, actor: by, action: "setting.change", subject: key, before, after, reason });
  return null;
}

async function findObstacles(
  tx: Tx,
  parts: readonly NetworkPart[],
): Promise<Refused<"NETWORK_MONEY_OPEN"> | null> {
  const obstacles: string[] = [];
  for (const part of parts) obstacles.push(...(await part.findObstacles(tx)));
  if (obstacles.length === 0) return null;
  const message = `The network cannot change while money is open: ${obstacles.join("; ")}`;
  return refuse("NETWORK_MONEY_OPEN", { field: "settingValue", message });
}
