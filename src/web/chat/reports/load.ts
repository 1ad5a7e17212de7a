import { laterParts, loadLanguage, useLanguage } from "../../words/language.ts";

const loadTranslations = async () => ({ "chat/reports": (await import("./words.de.ts")).german });

/** The queue and its texts; only for moderators. */
export async function loadQueue() {
  laterParts.add(loadTranslations);
  const [part] = await Promise.all([
    import("./report-queue.tsx"),
    loadLanguage(useLanguage.getState().language),
  ]);
  return part.ReportQueue;
}
