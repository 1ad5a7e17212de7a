import { words } from "../../../foundation/words/words.ts";

/** The opened list of notifications. */
export const notificationListWords = words("notifications/list", {
  clear: "Clear",
  markAllRead: "Mark all read",
  markRead: "Mark as read",
  nothingNew: "Nothing new.",
  showOlder: "Show older",
  tryAgain: "Try again",
});
