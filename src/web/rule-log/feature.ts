import { lazy } from "react";
import { pagePaths } from "../../contract/pages.ts";
import type { Feature } from "../live/slots.tsx";

/** Every rule change and every refund, for everybody (rule RULELOG-5). */
export const ruleLogFeature: Feature = {
  pages: [{ paths: [pagePaths.rules], Page: lazy(async () => (await import("./page/load.ts")).loadPage()) }],
};
