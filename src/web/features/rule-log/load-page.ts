import { withTexts } from "../../foundation/words/load-language.ts";

/** Loads the page with its texts, which no other page needs. */
export const loadPage = async () =>
  (await withTexts("rule-log/page", import("./page/rules-page.tsx"))).RulesPage;
