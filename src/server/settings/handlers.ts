import { eq } from "drizzle-orm";
import type { Approval } from "../../contract/approvals/approvals.ts";
import { ok, refuse } from "../../domain/result.ts";
import { settingDefinitions, settingKeys } from "../../domain/settings.ts";
import { networkOfKey } from "../chain/node-url.ts";
import type { Db } from "../db/database.ts";
import { settings } from "../db/schema/settings.ts";
import type { PerformOrAsk } from "../house-actions.ts";
import type { Handlers } from "../http/handler.ts";
import type { Broadcast, Clock } from "../ports.ts";
import type { SocketHandlers } from "../sockets/socket-handler.ts";
import { changeNetwork, type NetworkPorts } from "./change-network.ts";
import { changeRpcUrl, checkRpcUrl, type RpcUrlPorts } from "./change-rpc-url.ts";
import { shownRpcUrl } from "../../domain/rpc-url.ts";
import { changeSetting, type ChangedSetting, shownValue } from "./change-setting.ts";
import { findHouseSetting, type HouseSetting } from "./house-settings.ts";
import { type RuntimePorts, runtimeReader } from "./read-runtime.ts";
import { readSettings } from "./stored-settings.ts";

export interface SettingPorts extends RuntimePorts, RpcUrlPorts, NetworkPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly broadcast: Broadcast;
  /** Performs an action that moves house money at once, or queues it for another admin's approval. */
  readonly performOrAsk: PerformOrAsk;
}

export const settingHandlers = (ports: SettingPorts) => {
  const { db } = ports;
  const readRuntime = runtimeReader(ports);
  return {
    getRuntime: async () => ok(await readRuntime()),

    getPublicTheme: async () => ok({ theme: (await readSettings(db)).theme }),

    getReferralRate: async () => ok({ referralRate: (await readSettings(db)).referralRateBps / 100 }),

    async listSettings(_input, { isAdmin }) {
      const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
      const stored = new Map(rows.map(({ key, value }) => [key, value]));
      const shown = settingKeys.filter((key) => isAdmin || settingDefinitions[key].isPublic);
      return ok({
        settings: shown.map((key) => {
          const fixed = fixedUrls(ports, key);
          const value = stored.get(key) ?? settingDefinitions[key].initial;
          const setting = shownSetting(ports, { key, value });
          return fixed === null ? setting : { ...setting, setting_value: fixed.map(shownRpcUrl).join(", ") };
        }),
      });
    },

    async updateSetting({ body }, { wallet, isSteppedUp }) {
      // The setting's own description is fixed: the one an admin sends is the reason for the change.
      const reason = body.description?.trim() || null;
      const wanted = { key: body.settingKey, value: String(body.settingValue), by: wallet, reason };
      const nodeOf = networkOfKey(wanted.key);
      const action = findHouseSetting(ports, wanted.key);
      const isGuarded = (wanted.key === "network" && !ports.isLocal) || nodeOf !== null || action !== null;
      const checked = nodeOf === null ? ok(wanted.value) : checkRpcUrl(ports, { ...wanted, network: nodeOf });
      if (!checked.ok) return checked;
      if (isGuarded && !isSteppedUp) return refuse("STEP_UP_REQUIRED");
      if (action !== null) return changeHouseSetting(ports, action, wanted);
      const changed =
        wanted.key === "network"
          ? await changeNetwork(ports, wanted)
          : nodeOf !== null
            ? await changeRpcUrl(ports, { ...wanted, network: nodeOf })
            : await changeAndTell(ports, wanted);
      return changed.ok ? ok(asReply(ports, changed.value, null)) : changed;
    },
  } satisfies Partial<Handlers>;
};

export const settingSocketHandlers = (ports: SettingPorts) =>
  ({
    async "change-theme"({ theme }, { wallet }) {
      const changed = await changeAndTell(ports, { key: "theme", value: theme, by: wallet });
      return changed.ok ? ok() : changed;
    },
  }) satisfies Partial<SocketHandlers>;

/** Open pages adopt a new theme at once (rule PAGE-51). */
async function changeAndTell(ports: SettingPorts, change: Parameters<typeof changeSetting>[1]) {
  const changed = await changeSetting(ports, change);
  if (changed.ok && changed.value.key === "theme") {
    const { theme } = await readSettings(ports.db);
    ports.broadcast.toEveryone("theme-update", { theme });
  }
  return changed;
}

/**
 * A change that decides over house money may wait for another admin; until then the setting is unchanged (rule
 * IDENTITY-5).
 */
async function changeHouseSetting(
  ports: SettingPorts,
  action: HouseSetting<"jackpot-setting" | "limit-setting">,
  { value, by, reason }: { readonly value: string; readonly by: string; readonly reason: string | null },
) {
  const { key } = action;
  const asked = { request: { settingValue: value }, by, reason };
  const outcome = await ports.performOrAsk(action, asked);
  if (!outcome.ok) return outcome;
  const { done, approval } = outcome.value;
  if (done !== null) return ok(asReply(ports, done, approval));
  const [stored] = await ports.db.select().from(settings).where(eq(settings.key, key));
  return ok(asReply(ports, { key, value: stored?.value ?? settingDefinitions[key].initial }, approval));
}

type NamedValue = Pick<ChangedSetting, "key" | "value">;

const asReply = (ports: SettingPorts, setting: NamedValue, approval: Approval | null) => ({
  setting: shownSetting(ports, setting),
  approval,
});

const shownSetting = (ports: SettingPorts, { key, value }: NamedValue) => ({
  id: key,
  setting_key: key,
  setting_value: shownValue(key, value),
  description: settingDefinitions[key].description,
  fixed: (key === "network" && ports.isLocal) || fixedUrls(ports, key) !== null,
});

/**
 * The environment's nodes for the network of this key; null if the key names no node or the environment sets none (rule
 * LIMITS-5).
 */
function fixedUrls({ rpcUrls }: SettingPorts, key: string): readonly string[] | null {
  const network = networkOfKey(key);
  return network === null ? null : rpcUrls[network];
}
