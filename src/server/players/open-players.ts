import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";
import { playerHandlers, type PlayerPorts } from "./handlers.ts";

/** Profiles, and what admins see and change of players. */
export const openPlayers = (ports: PlayerPorts) =>
  ({
    handlers: {
      ...playerHandlers(ports),
      getUserDetails: notBuilt,
      getUserChatLogs: notBuilt,
      setUsername: notBuilt,
      setReferrer: notBuilt,
      setBalance: notBuilt,
      muteUser: notBuilt,
      unmuteUser: notBuilt,
      banUser: notBuilt,
      unbanUser: notBuilt,
      setChatModerator: notBuilt,
      setRoles: notBuilt,
    },
  }) satisfies Feature;
