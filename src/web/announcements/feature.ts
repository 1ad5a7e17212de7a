import { lazy } from "react";
import type { Feature } from "../live/slots.tsx";

export const announcementsFeature: Feature = {
  slots: {
    "dashboard-news": lazy(async () => ({ default: (await import("./announcements.tsx")).Announcements })),
  },
};
