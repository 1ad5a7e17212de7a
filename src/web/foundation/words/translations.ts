import { foundingHorses } from "../../../contract/races/founding-horses.ts";
import type { Language } from "../../../contract/wire/languages.ts";
import { refusals as serverRefusals } from "../../../contract/wire/refusals.ts";
import type { LaterTexts } from "./later-texts.ts";
import type { Locale, Translations } from "./words.ts";

interface LocaleFile extends Locale {
  /** Only in a build, which takes these out of `parts`. */
  readonly later?: Readonly<Record<LaterTexts, () => Promise<Locale["parts"]>>>;
}

const files = import.meta.glob<LocaleFile>("../../locales/*.json", { import: "default" });

/** Letters that the fonts of every page lack, and where lines break, for the languages that need it. */
const styles = import.meta.glob("../../locales/*.css");

/** A language's texts: those that every visitor needs, and those of some folders. */
export async function readTranslations(
  language: Language,
  folders: readonly LaterTexts[],
): Promise<Translations> {
  const [file] = await Promise.all([
    files[`../../locales/${language}.json`]?.(),
    styles[`../../locales/${language}.css`]?.(),
  ]);
  if (file === undefined) throw new Error(`There are no texts in "${language}".`);
  const { later, ...site } = file;
  // Into the object that the page already has, if it shows this language.
  if (later !== undefined)
    Object.assign(site.parts, ...(await Promise.all(folders.map((folder) => later[folder]()))));
  return { ...site, foundingHorses, serverRefusals };
}
