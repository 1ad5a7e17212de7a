import { withTexts } from "../../foundation/words/load-language.ts";

/*
 * How the parts that few visitors open are loaded, each with its texts; in its own file, so that a first load does not
 * include the names of everything they need.
 */

export const loadPage = {
  fairness: async () =>
    (await withTexts("fairness/verifier", import("./verifier/fairness-page.tsx"))).FairnessPage,
  historyCheck: async () =>
    (await withTexts("fairness/history", import("./history/history-page.tsx"))).HistoryCheckPage,
  statistics: async () =>
    (await withTexts("fairness/statistics", import("./statistics/statistics-page.tsx"))).StatisticsPage,
} as const;

/** The verifier over another page (rule FAIR-33). */
export const loadVerifyDialog = async () =>
  (await withTexts("fairness/verifier", import("./verifier/verify-dialog.tsx"))).VerifyDialog;

/** What the house owes, on the dashboard and on the fairness page (rule OWED-9). */
export const loadOwnPart = async () =>
  (await withTexts("fairness/owed", import("./owed/own-part.tsx"))).OwnPartLine;
export const loadOwedPanel = async () =>
  (await withTexts("fairness/owed", import("./owed/owed-panel.tsx"))).OwedPanel;
