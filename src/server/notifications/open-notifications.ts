import { ok } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import type { Feature } from "../feature.ts";
import type { Clock } from "../ports.ts";
import { clearAll, listNotifications, markRead } from "./own-notifications.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/** A player's own notifications. Other features write them through stored-notifications.ts. */
export const openNotifications = (ports: Ports) =>
  ({
    handlers: {
      async getNotifications({ query: { limit, cursor } }, { wallet }) {
        const page = {
          ...(limit === undefined ? {} : { limit }),
          ...(cursor === undefined ? {} : { cursor }),
        };
        return ok(await listNotifications(ports, { wallet, ...page }));
      },

      markNotificationsRead: async (_input, { wallet }) => ok({ marked: await markRead(ports, wallet) }),

      clearNotifications: async (_input, { wallet }) => ok({ cleared: await clearAll(ports, wallet) }),
    },
  }) satisfies Feature;
