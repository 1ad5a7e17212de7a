import { pagePaths } from "../../../contract/pages.ts";
import { later } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

/** Whether bets and payouts run, for everybody (rule STATUS-1). */
export const statusFeature: Feature = {
  pages: [
    { paths: [pagePaths.status], Page: later(async () => (await import("./load-page.ts")).loadPage()) },
  ],
};
