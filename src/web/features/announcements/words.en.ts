import { words } from "../../foundation/words/words.ts";

/** The house's announcements. */
export const announcementWords = words("announcements", {
  announcement: "Announcement",
  announcements: "Announcements",
  closeAnnouncement: "Close the announcement",
  moreAnnouncements: { one: "{count} more announcement", other: "{count} more announcements" },
  until: "until {time}",
});
