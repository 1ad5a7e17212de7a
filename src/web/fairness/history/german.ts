import type { Texts } from "../../words/words.ts";
import { german } from "./words.de.ts";

/** The German texts of the history check by folder; loaded with it and not with the rest of the page. */
export const germanParts: Readonly<Record<string, Texts>> = { "fairness/history": german };
