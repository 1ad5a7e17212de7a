import { words } from "../words/words.ts";

/** The house's announcements. */
export const announcementWords = words("announcements", {
  announcements: "Announcements",
  moreAnnouncements: { one: "{count} more announcement", other: "{count} more announcements" },
  until: "until {time}",
});
