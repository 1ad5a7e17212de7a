import { pagePaths } from "../../../contract/pages.ts";
import { later } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";
import { FairnessCard } from "./fairness-card.tsx";
import type { loadPage } from "./load.ts";
import { VerifyButton } from "./verify-button.tsx";

const page = (name: keyof typeof loadPage) => ({
  paths: [pagePaths[name]],
  Page: later(async () => (await import("./load.ts")).loadPage[name]()),
});

export const fairnessFeature: Feature = {
  pages: [page("fairness"), page("historyCheck"), page("statistics")],
  slots: {
    "race-card": FairnessCard,
    proof: VerifyButton,
    "dashboard-owed": later(async () => (await import("./load.ts")).loadOwnPart()),
  },
};
