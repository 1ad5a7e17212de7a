import { foundingHorses } from "../../contract/races/founding-horses.ts";
import { refusals as serverRefusals } from "../../contract/wire/refusals.ts";
import { horses } from "./horses.de.ts";
import { notifications } from "./notifications.de.ts";
import { refusals } from "./refusals.de.ts";
import type { Texts, Translations } from "./words.ts";

const files = import.meta.glob<Texts>("../*/words.de.ts", { eager: true, import: "german" });

/** All German texts: those of every folder's `words.de.ts`, and what the server writes. */
export const german: Translations = {
  parts: Object.fromEntries(Object.entries(files).map(([file, texts]) => [file.split("/").at(-2), texts])),
  horses,
  foundingHorses,
  notifications,
  refusals,
  serverRefusals,
};
