import { ok } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";
import type { Clock } from "../ports.ts";
import { readAnnouncements } from "./read-announcements.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/** What admins tell all or some players. */
export const openAnnouncements = ({ db, clock }: Ports) =>
  ({
    handlers: {
      getAnnouncements: async (_input, { wallet }) =>
        ok(await readAnnouncements(db, { wallet, nowMs: clock.now() })),
      listAnnouncements: notBuilt,
      createAnnouncement: notBuilt,
      setAnnouncementActive: notBuilt,
      deleteAnnouncement: notBuilt,
    },
  }) satisfies Feature;
