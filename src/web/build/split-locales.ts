import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { laterTexts } from "../foundation/words/later-texts.ts";
import type { Locale } from "../foundation/words/words.ts";

/** `de.json?part=admin`, or several parts with commas between them. */
const PART = /^(.*\/locales\/[\w-]+\.json)\?part=(.+)$/;

/** Folders with programs of their own, which contain their texts. */
const programs = ["fairness/offline-file", "offline"];
/** The part that a folder's texts are in: what every visitor loads, unless it is one that is loaded later. */
const partOf = (folder: string): string =>
  [...laterTexts, ...programs].find((part) => folder === part || folder.startsWith(`${part}/`)) ?? "site";

/**
 * Splits each language's file, so that a page loads only the texts that it shows: `de.json`
 * becomes the texts that every visitor needs, with the parts of `laterTexts` to be loaded.
 */
export function splitLocales(): Plugin {
  return {
    name: "furlong:split-locales",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!/\/locales\/[\w-]+\.json$/.test(source)) return null;
      const file = await this.resolve(source, importer, { skipSelf: true });
      return file && `${file.id}?part=site`;
    },
    load(id) {
      const [, file, query] = PART.exec(id) ?? [];
      if (file === undefined || query === undefined) return null;
      const requestedFolders = query.split(",");
      const { numbers, parts, ...fromServer } = JSON.parse(readFileSync(file, "utf8")) as Locale;
      const texts = Object.entries(parts).filter(
        ([folder]) => requestedFolders.includes(folder) || requestedFolders.includes(partOf(folder)),
      );
      const locale = { numbers, parts: Object.fromEntries(texts), ...(query === "site" && fromServer) };
      const later = laterTexts.map((part) => {
        const module = JSON.stringify(`${file}?part=${part}`);
        return `${JSON.stringify(part)}: async () => (await import(${module})).default.parts`;
      });
      return {
        code: `export default { ...${JSON.stringify(locale)}, ${query === "site" ? `later: {${later.join()}}` : ""} }`,
        moduleType: "js",
      };
    },
  };
}
