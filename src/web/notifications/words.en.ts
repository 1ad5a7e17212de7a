import { words } from "../words/words.ts";

/** The notifications and their bell. */
export const notificationWords = words("notifications", {
  clear: "Clear",
  markAllRead: "Mark all read",
  nothingNew: "Nothing new.",
  notifications: "Notifications",
  notificationsFailed: "Notifications cannot be loaded right now.",
  notificationsUnread: "Notifications, {count} unread",
});
