import { featureDocs } from "../openapi/docs.ts";

export const notificationsDocs = featureDocs({
  description: "What a player was told, stored until it is cleared.",
  operations: {
    getNotifications: { description: "New ones arrive as the socket's `user-notification`." },
    markNotificationsRead: { description: "Answers how many were unread." },
    clearNotifications: { description: "Answers how many there were." },
  },
  fields: {
    account: { description: "Name of an account of the ledger.", example: "equity" },
    by: { description: "The admin who asked, or who decided.", example: "4Nd1mYbG" },
    "Notification.body": { description: "In English; null for none.", example: "Your horse won." },
    cleared: "How many were removed.",
    "Notification.kind":
      "What happened: `params` belong to it. Null for notifications older than their kinds.",
    marked: "How many were marked.",
    notification: "The notification.",
    notifications: "The notifications.",
    params: "What the texts of this kind are filled with.",
    read_at: "When it was read; null before.",
    streak: "The new streak.",
    taken: "SOL of what had been won that were taken back.",
    title: { description: "Its title.", example: "You won" },
    type: { description: "Which of its kind.", example: "deposit" },
    until: "When it ends.",
  },
});
