import type { Feature } from "../../foundation/feature.ts";
import { settingHandlers, type SettingPorts, settingSocketHandlers } from "./handlers.ts";

/** Settings that admins change for everybody, and those that pages read. */
export const openSettings = (ports: SettingPorts) =>
  ({
    handlers: settingHandlers(ports),
    socketHandlers: settingSocketHandlers(ports),
  }) satisfies Feature;
