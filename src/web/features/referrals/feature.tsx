import { later } from "../../foundation/lib/later.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

export const referralsFeature: Feature = {
  dashboardTabs: [
    {
      path: "referrals",
      Tab: later(async () => (await import("./referrals-tab.tsx")).ReferralsTab),
    },
  ],
  slots: {
    "dashboard-referral": later(async () => (await import("./dashboard-referral.tsx")).DashboardReferral),
  },
};
