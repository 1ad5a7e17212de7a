import { words } from "../words/words.ts";

/** What the house announces. */
export const announcementWords = words("announcements", {
  announcements: "Announcements",
  moreAnnouncements: { one: "{count} more announcement", other: "{count} more announcements" },
  until: "until {time}",
});
