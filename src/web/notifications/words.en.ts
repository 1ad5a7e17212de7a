import { words } from "../words/words.ts";

/** The notifications and their bell. */
export const notificationWords = words("notifications", {
  clear: "Clear",
  markAllRead: "Mark all read",
  nothingNew: "Nothing new.",
  notifications: "Notifications",
  notificationsUnread: "Notifications, {count} unread",
  showOlder: "Show older",
  tryAgain: "Try again",
});
