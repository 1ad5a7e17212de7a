import { Outlet, useLocation, useParams } from "react-router";
import { useEffect } from "react";
import { placeOf } from "../../contract/pages.ts";
import { MobileBetBar } from "../bets/mobile-bet-bar.tsx";
import { useKeys } from "../lib/shortcuts.ts";
import { keepReferrer } from "../players/referrer.ts";
import { awaitGesture, toggleSound } from "../sound/sound-switch.ts";
import { Toasts } from "../ui/toasts.tsx";
import { Banners } from "./banners.tsx";
import { DialogHost } from "./dialog-host.tsx";
import { Header } from "./header.tsx";
import { TabBar } from "./tab-bar.tsx";
import { useLive } from "../live/use-live.ts";

/** What stands around every page. */
export function AppShell() {
  useLive();
  useReferral();
  useSound();
  const { pathname } = useLocation();
  const isRace = placeOf(pathname) === "race";
  return (
    <>
      <Banners />
      <Header />
      <Outlet />
      <div className="h-36 tablet:hidden" />
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-divider bg-panel pb-[env(safe-area-inset-bottom)] tablet:hidden">
        {isRace && <MobileBetBar />}
        <TabBar />
      </div>
      <DialogHost />
      <Toasts besideBet={isRace} />
    </>
  );
}

/** Sound comes back with the first gesture; M switches it. */
function useSound(): void {
  useEffect(awaitGesture, []);
  useKeys(switchOnM);
}

function switchOnM({ key }: KeyboardEvent): boolean {
  if (key !== "m" && key !== "M") return false;
  toggleSound();
  return true;
}

/** Keeps the code of a referral link until a profile is created. */
function useReferral(): void {
  const { code } = useParams();
  useEffect(() => {
    if (code !== undefined) keepReferrer(code);
  }, [code]);
}
