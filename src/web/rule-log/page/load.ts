import { laterParts, loadLanguage, useLanguage } from "../../words/language.ts";

const loadTranslations = async () => (await import("./german.ts")).germanParts;

/** Loads the page with its texts, which no other page needs. */
export async function loadPage() {
  laterParts.add(loadTranslations);
  const [page] = await Promise.all([
    import("./rules-page.tsx"),
    loadLanguage(useLanguage.getState().language),
  ]);
  return { default: page.RulesPage };
}
