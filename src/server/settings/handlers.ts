import { ok } from "../../domain/result.ts";
import { readSettings } from "./stored-settings.ts";
import type { Db } from "../db/database.ts";
import type { Broadcast, Clock } from "../ports.ts";
import { changeSetting } from "./change-setting.ts";
import type { Handlers } from "../http/handler.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly broadcast: Broadcast;
}

/** What admins change for everybody. */
export const settingHandlers = (ports: Ports) =>
  ({
    async updateSetting({ body }, { wallet }) {
      const changed = await changeSetting(ports, {
        key: body.settingKey,
        value: String(body.settingValue),
        by: wallet,
      });
      if (!changed.ok) return changed;
      const { key, value, description } = changed.value;
      if (key === "theme") {
        ports.broadcast.toEveryone("theme-update", { theme: (await readSettings(ports.db)).theme });
      }
      return ok({ setting: { id: key, setting_key: key, setting_value: value, description } });
    },
  }) satisfies Handlers;
