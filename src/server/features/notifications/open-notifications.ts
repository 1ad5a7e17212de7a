import { ok } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Feature } from "../../foundation/feature.ts";
import type { Clock } from "../../foundation/ports.ts";
import { forgetOldNotifications } from "./forget-old-notifications.ts";
import { clearAll, listNotifications, markRead } from "./own-notifications.ts";

const HOUR_MS = 3_600_000;

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

      markNotificationsRead: async ({ body: { ids } }, { wallet }) =>
        ok({ marked: await markRead(ports, { wallet, ids }) }),

      clearNotifications: async (_input, { wallet }) => ok({ cleared: await clearAll(ports, wallet) }),
    },

    jobs: [
      {
        name: "removal of old notifications",
        runsOn: "every instance",
        everyMs: HOUR_MS,
        round: () => forgetOldNotifications(ports),
      },
    ],
  }) satisfies Feature;
