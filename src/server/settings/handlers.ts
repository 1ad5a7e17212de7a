import { ok, refuse } from "../../domain/result.ts";
import { settingDefinitions, settingKeys } from "../../domain/settings.ts";
import { settings } from "../db/schema/settings.ts";
import type { Handlers } from "../http/handler.ts";
import type { Broadcast } from "../ports.ts";
import type { SocketHandlers } from "../sockets/socket-handler.ts";
import { changeSetting, movesHouseMoney } from "./change-setting.ts";
import { type RuntimePorts, runtimeReader } from "./read-runtime.ts";
import { readSettings } from "./stored-settings.ts";

export interface SettingPorts extends RuntimePorts {
  readonly broadcast: Broadcast;
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
        settings: shown.map((key) => ({
          id: key,
          setting_key: key,
          setting_value: stored.get(key) ?? settingDefinitions[key].initial,
          description: settingDefinitions[key].description,
        })),
      });
    },

    async updateSetting({ body }, { wallet, isSteppedUp }) {
      if (movesHouseMoney(body.settingKey) && !isSteppedUp) return refuse("STEP_UP_REQUIRED");
      const wanted = { key: body.settingKey, value: String(body.settingValue), by: wallet };
      const changed = await changeAndTell(ports, wanted);
      if (!changed.ok) return changed;
      const { key, value, description } = changed.value;
      return ok({ setting: { id: key, setting_key: key, setting_value: value, description } });
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

/** Open pages take a new theme over at once (rule PAGE-51). */
async function changeAndTell(ports: SettingPorts, change: Parameters<typeof changeSetting>[1]) {
  const changed = await changeSetting(ports, change);
  if (changed.ok && changed.value.key === "theme") {
    const { theme } = await readSettings(ports.db);
    ports.broadcast.toEveryone("theme-update", { theme });
  }
  return changed;
}
