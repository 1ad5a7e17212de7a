import { lazy, useEffect } from "react";
import { useParams } from "react-router";
import { pagePaths } from "../../contract/pages.ts";
import { openDialog } from "../lib/dialogs.ts";
import { usePlayer } from "../lib/player.ts";
import type { Feature } from "../live/slots.tsx";
import { keepReferrer } from "./referrer.ts";

const CreateProfileDialog = lazy(async () => ({
  default: (await import("./create-profile-dialog.tsx")).CreateProfileDialog,
}));

export const playersFeature: Feature = {
  pages: [
    {
      paths: [pagePaths.dashboard],
      Page: lazy(async () => ({ default: (await import("./dashboard-page.tsx")).DashboardPage })),
    },
  ],
  dialogs: { profile: NewProfile },
  slots: { page: Newcomers },
};

function NewProfile() {
  return usePlayer().kind === "newcomer" ? <CreateProfileDialog /> : null;
}

/** Keeps the code of a referral link until a profile is created, and asks a wallet without one for it. */
function Newcomers() {
  const { code } = useParams();
  useEffect(() => {
    if (code !== undefined) keepReferrer(code);
  }, [code]);

  const player = usePlayer();
  const newcomer = player.kind === "newcomer" ? player.address : null;
  // Once for each wallet; closed, it comes back only when asked for.
  useEffect(() => {
    if (newcomer !== null) openDialog("profile");
  }, [newcomer]);
  return null;
}
