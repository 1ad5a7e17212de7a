import { withTexts } from "../../../foundation/words/load-language.ts";

/** The queue and its texts; only for moderators. */
export const loadQueue = async () =>
  (await withTexts("chat/reports", import("./report-queue.tsx"))).ReportQueue;
