import { lazy, Suspense, type ReactNode } from "react";
import { Navigate, Route, Routes } from "react-router";
import { pagePaths } from "../../contract/pages.ts";
import { AppShell } from "./app-shell.tsx";
import { RacePage } from "../races/race-page.tsx";
import { Spinner } from "../ui/skeleton.tsx";

const FairnessPage = lazy(async () => ({
  default: (await import("../fairness/fairness-page.tsx")).FairnessPage,
}));
const DashboardPage = lazy(async () => ({
  default: (await import("../players/dashboard-page.tsx")).DashboardPage,
}));
const ReplayPage = lazy(async () => ({
  default: (await import("../replay/replay-page.tsx")).ReplayPage,
}));
/** For those who build; no part of a build. */
const GalleryPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../gallery/gallery-page.tsx")).GalleryPage }))
  : null;
const FilmPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../gallery/film-page.tsx")).FilmPage }))
  : null;

const later = (page: ReactNode) => <Suspense fallback={<Spinner />}>{page}</Suspense>;

/** The race is what people come for and is loaded at once; the other pages when they are opened. */
export function AppRoutes() {
  return (
    <Routes>
      {GalleryPage !== null && <Route path="/gallery" element={later(<GalleryPage />)} />}
      {FilmPage !== null && <Route path="/gallery/film" element={later(<FilmPage />)} />}
      <Route element={<AppShell />}>
        <Route path={pagePaths.home} element={<RacePage />} />
        <Route path={pagePaths.race} element={<RacePage />} />
        <Route path={pagePaths.replay} element={later(<ReplayPage />)} />
        <Route path={pagePaths.referral} element={<RacePage />} />
        <Route path={pagePaths.fairness} element={later(<FairnessPage />)} />
        <Route path={pagePaths.dashboard} element={later(<DashboardPage />)} />
        <Route path="*" element={<Navigate to={pagePaths.home} replace />} />
      </Route>
    </Routes>
  );
}
