import { ok } from "../../domain/result.ts";
import { settingDefinitions, settingKeys } from "../../domain/settings.ts";
import { settings } from "../db/schema/settings.ts";
import type { Handlers } from "../http/handler.ts";
import type { Broadcast } from "../ports.ts";
import { changeSetting } from "./change-setting.ts";
import { type RuntimePorts, runtimeReader } from "./read-runtime.ts";
import { readSettings } from "./stored-settings.ts";

export interface SettingPorts extends RuntimePorts {
  readonly broadcast: Broadcast;
}

export const settingHandlers = (ports: SettingPorts) => {
  const { db, broadcast } = ports;
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
        settings: shown.map((key) => ({
          id: key,
          setting_key: key,
          setting_value: stored.get(key) ?? settingDefinitions[key].initial,
          description: settingDefinitions[key].description,
        })),
      });
    },

    async updateSetting({ body }, { wallet }) {
      const changed = await changeSetting(ports, {
        key: body.settingKey,
        value: String(body.settingValue),
        by: wallet,
      });
      if (!changed.ok) return changed;
      const { key, value, description } = changed.value;
      if (key === "theme") broadcast.toEveryone("theme-update", { theme: (await readSettings(db)).theme });
      return ok({ setting: { id: key, setting_key: key, setting_value: value, description } });
    },
  } satisfies Partial<Handlers>;
};
