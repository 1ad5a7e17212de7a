import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** What admins tell all or some players. */
export const openAnnouncements = () =>
  ({
    handlers: {
      getAnnouncements: notBuilt,
      listAnnouncements: notBuilt,
      createAnnouncement: notBuilt,
      setAnnouncementActive: notBuilt,
      deleteAnnouncement: notBuilt,
    },
  }) satisfies Feature;
