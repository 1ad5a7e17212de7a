import { laterParts, loadLanguage, useLanguage } from "../../words/language.ts";

const loadTranslations = async () => (await import("./german.ts")).germanParts;

/** Loads the page with its texts when it is opened: none of it belongs to a first load. */
export async function loadPage() {
  laterParts.add(loadTranslations);
  const [page] = await Promise.all([
    import("./statistics-page.tsx"),
    loadLanguage(useLanguage.getState().language),
  ]);
  return { default: page.StatisticsPage };
}
