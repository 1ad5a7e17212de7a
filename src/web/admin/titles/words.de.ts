import type { Translation } from "../../words/words.ts";
import type { titlesWords } from "./words.en.ts";

export const german: Translation<typeof titlesWords> = {
  all: "Alle Titel",
  assign: "Verleihen",
  assigned: "Titel verliehen",
  assignHeading: "Verleihen oder entziehen",
  create: "Titel anlegen",
  created: "Titel angelegt",
  listFailed: "Die Titel ließen sich nicht laden",
  name: "Bezeichnung",
  none: "Es gibt noch keine Titel.",
  note: "Titel werden auch durch Taten verdient.",
  slug: "Kürzel",
  slugHint: "Kleine Buchstaben, Ziffern und Bindestriche",
  title: "Titel",
  titleField: "Welcher Titel",
  unassign: "Entziehen",
  unassigned: "Titel entzogen",
};
