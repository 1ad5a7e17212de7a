import { withTexts } from "../../foundation/words/load-language.ts";

/**
 * Loads the panel and its texts. A separate step, so that the rest of the page knows no more of the panel than this.
 */
export const loadPanel = async () => (await withTexts("admin", import("./admin-page.tsx"))).AdminPage;
