import { featureDocs } from "../openapi/docs.ts";

export const announcementsDocs = featureDocs({
  description: "Announcements by the house to its players.",
  operations: {
    getAnnouncements: "Those that are active now and addressed to the caller.",
    markAnnouncementsSeen:
      "Counts the player once for each that is now addressed to the caller; others are ignored.",
    listAnnouncements: "Includes those that are over or switched off.",
    listAnnouncementViewers: "One page of them.",
    createAnnouncement:
      "Without times it is shown from now on until it is switched off. The end must be after the start, and the segment `specific` must name a wallet.",
    changeAnnouncement:
      "What is left out stays as it is; who has seen it still counts. Returns the announcement as it is now.",
    deleteAnnouncement: "For good.",
  },
  fields: {
    active: "Whether it is switched on.",
    announcement: "The announcement.",
    announcements: "The announcements.",
    body: { description: "Its text; null for none.", example: "A jackpot race starts at eight." },
    nextChangeAt: "When the next of the caller's announcements begins or ends; null for never.",
    ends_at: "When it ends; null for never.",
    priority: "Higher comes first.",
    "markAnnouncementsSeen.ids": "The announcements that were shown.",
    "getAnnouncements.seen": "Whether the caller has seen it; false for a visitor.",
    seen: "How many of them the caller had not seen before.",
    seen_by: "How many players' pages have shown it.",
    viewers: "The players whose page has shown it; when is not recorded.",
    segment: "Whom it is for.",
    starts_at: "When it begins; null for at once.",
    target_wallets: "For whom, when the segment is `specific`.",
  },
});
