import type { Texts } from "../../words/words.ts";
import { german } from "./words.de.ts";

/** The verifier's German texts by folder; loaded with it and not with the rest of the page (rule FAIR-33). */
export const germanParts: Readonly<Record<string, Texts>> = { "fairness/verifier": german };
