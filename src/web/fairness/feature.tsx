import { lazy } from "react";
import { pagePaths } from "../../contract/pages.ts";
import { later } from "../lib/later.ts";
import type { Feature } from "../live/slots.tsx";
import { FairnessCard } from "./fairness-card.tsx";
import type { loadPage } from "./load-page.ts";
import { VerifyButton } from "./verify-button.tsx";

const page = (name: keyof typeof loadPage) => ({
  paths: [pagePaths[name]],
  Page: lazy(async () => (await import("./load-page.ts")).loadPage[name]()),
});

export const fairnessFeature: Feature = {
  pages: [page("fairness"), page("historyCheck"), page("statistics")],
  slots: {
    "race-card": FairnessCard,
    proof: VerifyButton,
    "dashboard-owed": later(async () => (await import("./owed/load.ts")).loadOwnPart()),
  },
};
