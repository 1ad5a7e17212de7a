import { featureDocs } from "../openapi/docs.ts";

export const notificationsDocs = featureDocs({
  description: "Notifications of a player, stored until they are cleared.",
  operations: {
    getNotifications: "New ones arrive as the socket's `user-notification`.",
    markNotificationsRead: "All of them without `ids`. Returns how many were unread.",
    clearNotifications: "Returns how many there were.",
  },
  fields: {
    "Notification.account": { description: "Name of an account of the ledger.", example: "equity" },
    "Notification.by": { description: "The admin who asked, or who decided.", example: "4Nd1mYbG" },
    "Notification.body": { description: "In English.", example: "Your horse won." },
    cleared: "How many were removed.",
    ids: "The ids of those to mark, 1 to 100; all if absent.",
    "Notification.kind": "What happened; determines `params`.",
    marked: "How many were marked.",
    notification: "The notification.",
    notifications: "The notifications.",
    params: "What the texts of this kind are filled with.",
    read_at: "When it was read; null until then.",
    streak: "The new streak.",
    title: { description: "Its title.", example: "You won" },
    type: { description: "Which of its kind.", example: "deposit" },
    until: "When it ends.",
  },
});
