import { eq } from "drizzle-orm";
import type { Approval } from "../../../contract/approvals/approvals.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { type SettingKey, settingDefinitions, settingKeys } from "../../../domain/settings.ts";
import { networkOfKey, rpcUrlKeys } from "../../foundation/chain/node-url.ts";
import type { Db } from "../../foundation/db/database.ts";
import { settings } from "../../foundation/db/schema/settings.ts";
import type { Outcome, PerformOrAsk } from "../../foundation/house-actions.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import type { Broadcast, Clock } from "../../foundation/ports.ts";
import type { SocketHandlers } from "../../foundation/sockets/socket-handler.ts";
import { changeNetwork, type NetworkPorts } from "./change-network.ts";
import { changeRpcUrl, checkRpcUrl, type RpcUrlPorts } from "./change-rpc-url.ts";
import { shownRpcUrl } from "../../../domain/rpc-url.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { changeSetting, type ChangedSetting, shownValue } from "../../foundation/settings/change-setting.ts";
import { findHouseSetting } from "./house-settings.ts";
import { type RuntimePorts, runtimeReader } from "./read-runtime.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";

export interface SettingPorts extends RuntimePorts, RpcUrlPorts, NetworkPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly broadcast: Broadcast;
  /** The limit of one admin that the environment sets; null where the setting decides. */
  readonly secondAdminAbove: Lamports | null;
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
      const keys = settingKeys.filter((key) => isAdmin || settingDefinitions[key].isPublic);
      return ok({
        settings: keys.map((key) => {
          const value = stored.get(key) ?? settingDefinitions[key].initial;
          const setting = shownSetting(ports, { key, value });
          return { ...setting, setting_value: fixedValue(ports, key) ?? setting.setting_value };
        }),
      });
    },

    async updateSetting({ body }, { wallet, isSteppedUp }) {
      // The call itself requires what is enough for the theme, which is content (rule ACCESS-8).
      if (body.settingKey !== "theme" && !isSteppedUp) return refuse("STEP_UP_REQUIRED");
      // The setting's own description is fixed: the one an admin sends is the reason for the change.
      const reason = body.description?.trim() || null;
      const change = { key: body.settingKey, value: String(body.settingValue), by: wallet, reason };
      const nodeOf = networkOfKey(change.key);
      const action = findHouseSetting(ports, change.key);
      const checked = nodeOf === null ? ok(change.value) : checkRpcUrl(ports, { ...change, network: nodeOf });
      if (!checked.ok) return checked;
      if (action !== null) {
        const order = { request: { settingValue: change.value }, by: wallet, reason };
        return asOutcome(ports, action.key, await ports.performOrAsk(action, order));
      }
      if (nodeOf !== null) {
        const outcome = await changeRpcUrl(ports, { ...change, network: nodeOf });
        return asOutcome(ports, rpcUrlKeys[nodeOf], outcome);
      }
      const changed =
        change.key === "network" ? await changeNetwork(ports, change) : await changeAndTell(ports, change);
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

/** Open pages adopt a new theme at once. */
async function changeAndTell(ports: SettingPorts, change: Parameters<typeof changeSetting>[1]) {
  const changed = await changeSetting(ports, change);
  if (changed.ok && changed.value.key === "theme") {
    const { theme } = await readSettings(ports.db);
    ports.broadcast.toEveryone("theme-update", { theme });
  }
  return changed;
}

/** A change that waits for another admin leaves the setting as it is until then (rule IDENTITY-5). */
async function asOutcome<Code extends RefusalCode>(
  ports: SettingPorts,
  key: SettingKey,
  outcome: Result<Outcome<ChangedSetting>, Code>,
) {
  if (!outcome.ok) return outcome;
  const { done, approval } = outcome.value;
  if (done !== null) return ok(asReply(ports, done, approval));
  const [stored] = await ports.db.select().from(settings).where(eq(settings.key, key));
  const value = stored?.value ?? settingDefinitions[key].initial;
  return ok(asReply(ports, { key, value, changed: false }, approval));
}

type NamedValue = Pick<ChangedSetting, "key" | "value">;

const asReply = (
  ports: SettingPorts,
  { changed, ...setting }: NamedValue & Pick<ChangedSetting, "changed">,
  approval: Approval | null,
) => ({
  setting: shownSetting(ports, setting),
  changed,
  approval,
});

const shownSetting = (ports: SettingPorts, { key, value }: NamedValue) => ({
  id: key,
  setting_key: key,
  setting_value: shownValue(key, value),
  description: settingDefinitions[key].description,
  fixed: (key === "network" && ports.isLocal) || fixedValue(ports, key) !== null,
});

/**
 * What the environment sets instead of this setting: the limit of one admin, or the nodes of a network; null if the
 * setting decides (rules IDENTITY-5 and LIMITS-5).
 */
function fixedValue({ rpcUrls, secondAdminAbove }: SettingPorts, key: string): string | null {
  if (key === "second_admin_above_sol") return secondAdminAbove === null ? null : formatSol(secondAdminAbove);
  const network = networkOfKey(key);
  return (network === null ? null : rpcUrls[network])?.map(shownRpcUrl).join(", ") ?? null;
}
