import { Suspense, useCallback, type ReactNode } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { type DashboardTabName, dashboardTabs, pagePaths, pageOf } from "../../../contract/pages.ts";
import { hasPageBefore } from "../../foundation/lib/navigation.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { type DashboardTab, useFeatures } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { Sheet } from "../../foundation/ui/sheet.tsx";
import { Skeleton, Spinner } from "../../foundation/ui/skeleton.tsx";
import { CloseButton } from "../../foundation/ui/close-button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { DashboardHead } from "./dashboard-head.tsx";
import { playerWords } from "./words.en.ts";

/**
 * The player's own part of the game over the race page, in tabs with their own addresses. A visitor not signed in with
 * a profile is sent to the race.
 */
export function DashboardSheet() {
  const player = usePlayer();
  const { t } = useWords(playerWords);
  switch (player.kind) {
    case "visitor":
    case "unproven":
    case "newcomer":
      return <Redirect to={pagePaths.home} replace />;
    case "connecting":
      return (
        <Frame head={null}>
          <Spinner />
        </Frame>
      );
    case "unknown":
      return (
        <Frame head={null}>
          <div className="m-auto flex max-w-md flex-col items-center gap-4 p-8 text-center text-balance">
            <p role="alert">{t("profileUnknown")}</p>
            <Button onClick={player.retry}>{t("tryAgain")}</Button>
          </div>
        </Frame>
      );
    case "player":
      return (
        <Frame head={<DashboardHead user={player.user} />}>
          <Tabs address={player.address} />
        </Frame>
      );
  }
}

function Frame({ head, children }: { readonly head: ReactNode; readonly children: ReactNode }) {
  const close = useClose();
  const { t } = useWords(playerWords);
  return (
    <Sheet label={t("profileDashboard")} onClose={close}>
      <div className="flex min-h-14 items-start gap-2 pt-3 pr-3 pl-4 tablet:pt-4 tablet:pl-6">
        <div className="min-w-0 flex-1">{head}</div>
        <CloseButton label={t("closeDashboard")} onClick={close} />
      </div>
      {children}
    </Sheet>
  );
}

/** Returns to where the player came from; from a dashboard opened by its address, to the race. */
function useClose(): () => void {
  const [, navigate] = useLocation();
  return useCallback(() => {
    if (hasPageBefore()) window.history.back();
    else navigate(pagePaths.home, { replace: true });
  }, [navigate]);
}

function Tabs({ address }: { readonly address: string }) {
  const tabs = useTabs();
  const [pathname] = useLocation();
  const { t } = useWords(playerWords);
  const currentTab = tabs.find(({ path }) => path === pageOf(pathname)?.name);
  if (currentTab === undefined) return <Redirect to={pagePaths.dashboard} replace />;
  return (
    <>
      <nav
        aria-label={t("profileDashboard")}
        className="flex shrink-0 flex-wrap border-b border-divider px-2 max-tablet:justify-between tablet:gap-1 tablet:px-3"
      >
        {tabs.map(({ path }) => (
          <Link
            key={path}
            to={pagePaths[path]}
            // Going back leads out of the dashboard, not through its tabs.
            replace
            aria-current={path === currentTab.path ? "page" : undefined}
            className="-mb-px flex h-11 items-center border-b-2 border-transparent px-2 text-base font-bold text-muted -outline-offset-2 hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-bright tablet:px-3"
          >
            {t(tabLabels[path])}
          </Link>
        ))}
      </nav>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 tablet:px-6">
        <Suspense key={currentTab.path} fallback={<Skeleton className="h-64" />}>
          <currentTab.Tab address={address} />
        </Suspense>
      </div>
    </>
  );
}

const tabLabels = {
  dashboard: "dashboardTab",
  profile: "profileTab",
  titles: "titlesTab",
  referrals: "referralsTab",
} as const satisfies Record<DashboardTabName, string>;

/** The tabs that features add to the dashboard, in the order of the paths. */
const useTabs = (): readonly DashboardTab[] =>
  useFeatures()
    .flatMap(({ dashboardTabs: tabs = [] }) => tabs)
    .toSorted((one, other) => dashboardTabs.indexOf(one.path) - dashboardTabs.indexOf(other.path));
