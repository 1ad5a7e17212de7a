import type { Texts } from "../words/words.ts";

const files = import.meta.glob<Texts>("./**/words.de.ts", { eager: true, import: "german" });

/** The panel's German texts by folder; loaded with the panel and not with the rest of the page (rule ADMIN-2). */
export const germanParts: Readonly<Record<string, Texts>> = Object.fromEntries(
  Object.entries(files).map(([file, texts]) => [`admin${file.slice(1, -"/words.de.ts".length)}`, texts]),
);
