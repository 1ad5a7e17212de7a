import { laterParts, loadLanguage, useLanguage } from "../../words/language.ts";

const loadTranslations = async () => (await import("./german.ts")).germanParts;

/**
 * The texts of the verifier are loaded with it: few visitors open it, and none needs it for the first picture
 * (rule FAIR-33).
 */
async function loadTexts(): Promise<void> {
  laterParts.add(loadTranslations);
  await loadLanguage(useLanguage.getState().language);
}

export async function loadPage() {
  const [page] = await Promise.all([import("./fairness-page.tsx"), loadTexts()]);
  return { default: page.FairnessPage };
}

export async function loadDialog() {
  const [dialog] = await Promise.all([import("./verify-dialog.tsx"), loadTexts()]);
  return { default: dialog.VerifyDialog };
}
