import { words } from "../../../foundation/words/words.ts";

/** The site's look. */
export const themesWords = words("admin/themes", {
  active: "Active",
  choose: "Choose",
  chooseAbout: "Every open page shows it at once.",
  endPreview: "End preview",
  failed: "Failed to update theme. Please try again.",
  "main-prime": "Floodlit turf and brass.",
  note: "Everybody sees the active one.",
  preview: "Preview",
  previewed: "Only you see this",
  "solana-future": "A grid of light at night.",
  title: "Theme Settings",
  unknown: "Error fetching game settings",
  updated: "Theme updated to {name} for all users",
});
