import type { Feature } from "../live/slots.tsx";
import { RacePage } from "./race-page.tsx";

/** What people come for: loaded at once. */
export const racesFeature: Feature = {
  pages: ["/", "/race", "/ref/:code"].map((path) => ({ path, Page: RacePage })),
};
