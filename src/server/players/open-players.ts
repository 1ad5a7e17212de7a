import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";
import { adminPlayerHandlers, type AdminPlayerPorts } from "./admin-handlers.ts";
import { playerHandlers, type PlayerPorts } from "./handlers.ts";

/** Profiles, and what admins see and change of players. */
export const openPlayers = (ports: PlayerPorts & AdminPlayerPorts) =>
  ({
    handlers: {
      ...playerHandlers(ports),
      ...adminPlayerHandlers(ports),
      setBalance: notBuilt,
    },
  }) satisfies Feature;
