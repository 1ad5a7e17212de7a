import type { Translation } from "../words/words.ts";
import type { announcementWords } from "./words.en.ts";

export const german: Translation<typeof announcementWords> = {
  announcements: "Ankündigungen",
  moreAnnouncements: { one: "{count} weitere Ankündigung", other: "{count} weitere Ankündigungen" },
  until: "bis {time}",
};
