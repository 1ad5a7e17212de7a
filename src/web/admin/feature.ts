import { lazy } from "react";
import { pagePaths } from "../../contract/pages.ts";
import type { Feature } from "../live/slots.tsx";

/** The panel is a part of the page that is loaded when somebody opens it (rule ADMIN-2). */
export const adminFeature: Feature = {
  pages: [
    {
      paths: [pagePaths.admin, pagePaths.adminTab],
      Page: lazy(async () => (await import("./load-panel.ts")).loadPanel()),
    },
  ],
};
