import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Feature } from "../../foundation/feature.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import {
  createAnnouncement,
  deleteAnnouncement,
  changeAnnouncement,
  listAnnouncements,
} from "./change-announcements.ts";
import { listViewers } from "./list-viewers.ts";
import { markSeen } from "./mark-seen.ts";
import { readAnnouncements } from "./read-announcements.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** Announcements that admins publish for all or some players. */
export const openAnnouncements = (ports: Ports) =>
  ({
    handlers: {
      getAnnouncements: async (_input, { wallet }) =>
        ok(await readAnnouncements(ports.db, { wallet, nowMs: ports.clock.now() })),

      markAnnouncementsSeen: async ({ body: { ids } }, { wallet }) =>
        ok({ seen: await markSeen(ports.db, { wallet, ids, nowMs: ports.clock.now() }) }),

      listAnnouncements: ({ query: { limit = DEFAULT_PAGE, ...query } }) =>
        listAnnouncements(ports.db, { limit, ...query }),

      listAnnouncementViewers: ({
        params: { id: announcementId },
        query: { limit = DEFAULT_PAGE, ...query },
      }) => listViewers(ports.db, { announcementId, limit, ...query }),

      createAnnouncement: ({ body }) => createAnnouncement(ports, body),

      changeAnnouncement: ({ params: { id }, body: { adminWallet: by, ...changes } }) =>
        changeAnnouncement(ports, { id, by, changes }),

      deleteAnnouncement: ({ params: { id } }, { wallet: by }) => deleteAnnouncement(ports, { id, by }),
    },
  }) satisfies Feature;
