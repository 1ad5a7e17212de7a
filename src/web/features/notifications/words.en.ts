import { words } from "../../foundation/words/words.ts";

/** The notifications and their bell. */
export const notificationWords = words("notifications", {
  notifications: "Notifications",
  notificationsUnread: "Notifications, {count} unread",
});
