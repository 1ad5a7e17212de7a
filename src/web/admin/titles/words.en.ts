import { words } from "../../words/words.ts";

/** The titles, as admins give them. */
export const titlesWords = words("admin/titles", {
  all: "All titles",
  assign: "Assign",
  assigned: "Title assigned",
  assignHeading: "Assign or unassign",
  create: "Create title",
  created: "Title created",
  listFailed: "The titles did not load",
  name: "Name",
  none: "There are no titles yet.",
  note: "Titles are also earned by deeds.",
  slug: "Slug",
  slugHint: "Lower-case letters, digits and hyphens",
  title: "Titles",
  titleField: "Title",
  unassign: "Unassign",
  unassigned: "Title unassigned",
});
