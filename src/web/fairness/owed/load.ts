import { laterParts, loadLanguage, useLanguage } from "../../words/language.ts";

const loadTranslations = async () => ({ "fairness/owed": (await import("./words.de.ts")).german });

/** The texts of the parts below are loaded with them, not with the first picture (rule OWED-9). */
async function loadTexts(): Promise<void> {
  laterParts.add(loadTranslations);
  await loadLanguage(useLanguage.getState().language);
}

export async function loadOwnPart() {
  const [part] = await Promise.all([import("./own-part.tsx"), loadTexts()]);
  return part.OwnPartLine;
}

export async function loadPanel() {
  const [panel] = await Promise.all([import("./owed-panel.tsx"), loadTexts()]);
  return panel.OwedPanel;
}
