import { pagePaths } from "../../../contract/pages.ts";
import { later } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

/** Every rule change and every refund, for everybody (rule RULELOG-5). */
export const ruleLogFeature: Feature = {
  pages: [{ paths: [pagePaths.rules], Page: later(async () => (await import("./load-page.ts")).loadPage()) }],
};
