import { featureDocs } from "../openapi/docs.ts";

export const announcementsDocs = featureDocs({
  description: "What the house tells its players.",
  operations: {
    getAnnouncements: { description: "Those that are active now and meant for the caller." },
    markAnnouncementsSeen: {
      description:
        "Counts the player once for each of them that is for the caller now; others are passed over.",
    },
    listAnnouncements: { description: "Those that are over or switched off too." },
    createAnnouncement: {
      description:
        "Without times it holds from now on until it is switched off. An end lies after the start, and the segment `specific` names a wallet.",
    },
    setAnnouncementActive: {
      description: "Answers the announcement as it is now.",
      refuses: ["ANNOUNCEMENT_NOT_FOUND"],
    },
    deleteAnnouncement: { description: "For good.", refuses: ["ANNOUNCEMENT_NOT_FOUND"] },
  },
  fields: {
    active: "Whether it is switched on.",
    announcement: "The announcement.",
    announcements: "The announcements.",
    body: { description: "Its text; null for none.", example: "A jackpot race starts at eight." },
    nextChangeAt: "When the next of the caller's announcements begins or ends; null for never.",
    ends_at: "When it ends; null for never.",
    priority: "Higher comes first.",
    "markAnnouncementsSeen.ids": "What was shown.",
    seen: "How many of them the caller had not seen before.",
    seen_by: "Players whose page has shown it.",
    segment: "Whom it is for.",
    starts_at: "When it begins; null for at once.",
    target_wallets: "For whom, when the segment is `specific`.",
  },
});
