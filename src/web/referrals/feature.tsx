import { lazy } from "react";
import type { Feature } from "../live/slots.tsx";
import { translatorFor } from "../words/translate.ts";
import { referralWords } from "./words.en.ts";

export const referralsFeature: Feature = {
  dashboardTabs: [
    {
      path: "referrals",
      label: () => translatorFor(referralWords).t("referralsTab"),
      Tab: lazy(async () => ({ default: (await import("./referrals-tab.tsx")).ReferralsTab })),
    },
  ],
  slots: {
    "dashboard-referral": lazy(async () => ({
      default: (await import("./dashboard-referral.tsx")).DashboardReferral,
    })),
  },
};
