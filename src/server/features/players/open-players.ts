import type { Feature } from "../../foundation/feature.ts";
import { adminPlayerHandlers, type AdminPlayerPorts } from "./admin-handlers.ts";
import { playerHandlers, type PlayerPorts } from "./handlers.ts";

/** Profiles, and what admins can see and change about players. */
export const openPlayers = (ports: PlayerPorts & AdminPlayerPorts) => {
  const handlers = playerHandlers(ports);
  return {
    /** A profile as the caller may see it. */
    readUser: handlers.readUser,
    handlers: {
      ...handlers.calls,
      ...adminPlayerHandlers(ports),
    },
  } satisfies Feature & Record<string, unknown>;
};
