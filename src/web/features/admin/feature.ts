import { pagePaths } from "../../../contract/pages.ts";
import { later } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

/** The panel is a part of the page that is loaded when somebody opens it. */
export const adminFeature: Feature = {
  pages: [
    {
      paths: [pagePaths.admin, pagePaths.adminTab],
      Page: later(async () => (await import("./load-panel.ts")).loadPanel()),
    },
  ],
};
