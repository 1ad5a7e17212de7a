import { lazy } from "react";
import type { Feature } from "../live/slots.tsx";

export const referralsFeature: Feature = {
  dashboardTabs: [
    {
      path: "referrals",
      Tab: lazy(async () => ({ default: (await import("./referrals-tab.tsx")).ReferralsTab })),
    },
  ],
  slots: {
    "dashboard-referral": lazy(async () => ({
      default: (await import("./dashboard-referral.tsx")).DashboardReferral,
    })),
  },
};
