import { pagePaths } from "../../../contract/pages.ts";
import type { Feature } from "../../foundation/live/slots.tsx";
import { RacePage } from "./race-page.tsx";

/** What people come for: loaded at once. */
export const racesFeature: Feature = {
  pages: [{ paths: [pagePaths.home, pagePaths.race, pagePaths.referral], Page: RacePage }],
};
