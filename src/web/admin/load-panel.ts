import { laterParts, loadLanguage, useLanguage } from "../words/language.ts";

const loadTranslations = async () => (await import("./german.ts")).germanParts;

/**
 * Loads the panel and its texts. A separate step, so that the rest of the page knows no more of the panel than this
 * (rule ADMIN-2).
 */
export async function loadPanel() {
  laterParts.add(loadTranslations);
  const [page] = await Promise.all([
    import("./admin-page.tsx"),
    loadLanguage(useLanguage.getState().language),
  ]);
  return { default: page.AdminPage };
}
