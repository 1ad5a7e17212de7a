import { foundingHorses } from "../../contract/races/founding-horses.ts";
import { refusals as serverRefusals } from "../../contract/wire/refusals.ts";
import { horses } from "./horses.de.ts";
import { notifications } from "./notifications.de.ts";
import { refusals } from "./refusals.de.ts";
import type { Texts, Translations } from "./words.ts";

const files = import.meta.glob<Texts>(
  ["../**/words.de.ts", "!../admin/**", "!../chat/*/**", "!../fairness/*/**", "!../rule-log/*/**"],
  {
    eager: true,
    import: "german",
  },
);

/**
 * All German texts: those of every `words.de.ts` except the admin panel's, the moderators', those of what checks races and
 * the rule log's, by its folder, and what the server writes.
 */
export const german: Translations = {
  parts: Object.fromEntries(
    Object.entries(files).map(([file, texts]) => [file.slice("../".length, -"/words.de.ts".length), texts]),
  ),
  horses,
  foundingHorses,
  notifications,
  refusals,
  serverRefusals,
};
