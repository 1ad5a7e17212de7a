import { useEffect } from "react";
import { useRoute } from "wouter";
import { later } from "../../foundation/lib/later.ts";
import { dashboardTabs, pagePaths } from "../../../contract/pages.ts";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import type { Feature } from "../../foundation/live/slots.tsx";
import { forgetReferrer, keepReferrer } from "../../foundation/lib/referrer.ts";

const CreateProfileDialog = later(
  async () => (await import("./create-profile-dialog.tsx")).CreateProfileDialog,
);

export const playersFeature: Feature = {
  sheets: [
    {
      paths: dashboardTabs.map((name) => pagePaths[name]),
      Sheet: later(async () => (await import("./dashboard-sheet.tsx")).DashboardSheet),
    },
  ],
  pages: [
    {
      paths: [pagePaths.history],
      Page: later(async () => (await import("./history-page.tsx")).HistoryPage),
    },
  ],
  dashboardTabs: [
    {
      path: "dashboard",
      Tab: later(async () => (await import("./dashboard-tab.tsx")).DashboardTab),
    },
    {
      path: "profile",
      Tab: later(async () => (await import("./profile-tab.tsx")).ProfileTab),
    },
  ],
  dialogs: {
    profile: NewProfile,
    player: later(async () => (await import("./player-card.tsx")).PlayerCard),
  },
  slots: { page: Newcomers },
};

function NewProfile() {
  return usePlayer().kind === "newcomer" ? <CreateProfileDialog /> : null;
}

/**
 * Stores the code of a referral link until a profile is created, and asks a wallet without a profile to create one
 * (rule JOIN-1).
 */
function Newcomers() {
  const code = useRoute(pagePaths.referral)[1]?.code;
  const player = usePlayer();
  const hasProfile = player.kind === "player";
  useEffect(() => {
    // A player may follow a link as well, or return to the one that brought them.
    if (hasProfile) forgetReferrer();
    else if (code !== undefined) keepReferrer(code);
  }, [code, hasProfile]);

  const newcomer = player.kind === "newcomer" ? player.address : null;
  // Once for each wallet; after being closed, it opens again only on request.
  useEffect(() => {
    if (newcomer !== null) openDialog("profile");
  }, [newcomer]);
  return null;
}
