import type { Feature } from "../feature.ts";
import { settingHandlers, type SettingPorts, settingSocketHandlers } from "./handlers.ts";

/** What admins change for everybody, and what of it pages read. */
export const openSettings = (ports: SettingPorts) =>
  ({
    handlers: settingHandlers(ports),
    socketHandlers: settingSocketHandlers(ports),
  }) satisfies Feature;
