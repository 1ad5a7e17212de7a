import { Suspense, useLayoutEffect, type ReactNode } from "react";
import { hasNavigationBar, pagePaths, placeOf } from "../../contract/pages.ts";
import { Slot } from "../foundation/live/slots.tsx";
import { later } from "../foundation/lib/later.ts";
import { useLive } from "../foundation/live/use-live.ts";
import { Toasts } from "../foundation/ui/toasts.tsx";
import { Banners } from "./banners.tsx";
import { DialogHost } from "./dialog-host.tsx";
import { Header } from "./header.tsx";
import { RouteBoundary } from "./route-boundary.tsx";
import { TabBar } from "./tab-bar.tsx";

/** Not on the race page, whose first load is the one that has to be small. */
const NavStrip = later(async () => (await import("./nav-strip.tsx")).NavStrip);

interface AppShellProps {
  /** Path of the page that is shown. */
  readonly path: string;
  readonly isCovered: boolean;
  readonly children: ReactNode;
}

/** The frame around every page. While a sheet covers the page, it is visible but cannot be used. */
export function AppShell({ path, isCovered, children }: AppShellProps) {
  useLive();
  useFocusAfter(isCovered);
  const hasBar = hasNavigationBar(path);
  const isRace = placeOf(path) === "race";
  return (
    <>
      <div inert={isCovered}>
        <Banners />
        {hasBar ? (
          <>
            <div className="sticky top-0 z-30 bg-bg/95">
              <Header />
            </div>
            <Suspense fallback={<div className="h-12 tablet:h-[111px]" />}>
              <NavStrip />
            </Suspense>
          </>
        ) : (
          <Header />
        )}
        <RouteBoundary path={path}>{children}</RouteBoundary>
        <div className="h-[11rem] tablet:hidden" />
        {/* The admin panel has its own bar there. */}
        {!path.startsWith(pagePaths.admin) && (
          <div className="fixed inset-x-0 bottom-0 z-20 border-t border-divider bg-panel pb-[env(safe-area-inset-bottom)] tablet:hidden">
            {isRace && <Slot name="race-foot" />}
            <TabBar />
          </div>
        )}
      </div>
      <Slot name="page" />
      <DialogHost />
      <Toasts aboveBet={isRace} />
    </>
  );
}

/** Returns the focus to the element that had it before the page was covered. */
function useFocusAfter(isCovered: boolean): void {
  useLayoutEffect(() => {
    if (!isCovered) return;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    };
  }, [isCovered]);
}
