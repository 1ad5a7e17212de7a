import { lazy } from "react";
import { pagePaths } from "../../contract/pages.ts";
import { later } from "../lib/later.ts";
import type { Feature } from "../live/slots.tsx";
import { FairnessCard } from "./fairness-card.tsx";
import { VerifyButton } from "./verify-button.tsx";

const FairnessPage = lazy(async () => (await import("./verifier/load.ts")).loadPage());

const HistoryCheckPage = lazy(async () => (await import("./history/load.ts")).loadPage());

export const fairnessFeature: Feature = {
  pages: [
    { paths: [pagePaths.fairness], Page: FairnessPage },
    { paths: [pagePaths.historyCheck], Page: HistoryCheckPage },
  ],
  slots: {
    "race-card": FairnessCard,
    proof: VerifyButton,
    "dashboard-owed": later(async () => (await import("./owed/load.ts")).loadOwnPart()),
  },
};
