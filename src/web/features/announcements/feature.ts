import { lazy } from "react";
import { laterIfAtAll } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

export const announcementsFeature: Feature = {
  slots: {
    page: laterIfAtAll(async () => (await import("./announcement-strip.tsx")).AnnouncementStrip),
    "dashboard-news": lazy(async () => ({ default: (await import("./announcements.tsx")).Announcements })),
  },
};
