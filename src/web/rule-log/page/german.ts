import type { Texts } from "../../words/words.ts";
import { german } from "./words.de.ts";

/** The page's German texts by folder; loaded with it and not with the rest of the site. */
export const germanParts: Readonly<Record<string, Texts>> = { "rule-log/page": german };
