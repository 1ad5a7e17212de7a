import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";
import { settingHandlers, type SettingPorts } from "./handlers.ts";

/** What admins change for everybody, and what of it pages read. */
export const openSettings = (ports: SettingPorts) =>
  ({
    handlers: settingHandlers(ports),
    socketHandlers: { "change-theme": notBuilt },
  }) satisfies Feature;
