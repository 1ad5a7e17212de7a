import { words } from "../../../foundation/words/words.ts";

/** The reported messages, as moderators decide about them. */
export const reportsWords = words("chat/reports", {
  dismiss: "Dismiss",
  loadMore: "Load more",
  newestFirst: "Newest first",
  noReportFound: "No message by this player is waiting.",
  noReports: "No messages waiting for a decision.",
  reportedBy: { one: "Reported by {count} player", other: "Reported by {count} players" },
  reportsFailed: "The reports cannot be loaded or changed right now.",
  writerSearch: "Writer’s name or wallet",
});
