import type { Translation } from "../words/words.ts";
import type { notificationWords } from "./words.en.ts";

export const german: Translation<typeof notificationWords> = {
  clear: "Leeren",
  markAllRead: "Alle gelesen",
  nothingNew: "Nichts Neues.",
  notifications: "Benachrichtigungen",
  notificationsUnread: "Benachrichtigungen, {count} ungelesen",
  showOlder: "Ältere anzeigen",
  tryAgain: "Noch einmal versuchen",
};
