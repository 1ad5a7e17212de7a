import { withTexts } from "../../foundation/words/load-language.ts";

/** Loads the page with its texts, which no other page needs. */
export const loadPage = async () =>
  (await withTexts("status/page", import("./page/status-page.tsx"))).StatusPage;
