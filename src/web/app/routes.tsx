import { lazy, Suspense, type ReactNode } from "react";
import { matchPath, Navigate, Route, Routes, useLocation } from "react-router";
import { pagePaths } from "../../contract/pages.ts";
import { FeaturesProvider } from "../live/slots.tsx";
import { Spinner } from "../ui/skeleton.tsx";
import { AppShell } from "./app-shell.tsx";
import { features } from "./features.ts";

/** For those who build; no part of a build. */
const GalleryPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../gallery/gallery-page.tsx")).GalleryPage }))
  : null;
const FilmPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../gallery/film-page.tsx")).FilmPage }))
  : null;

/** With a key of its own a page that is still loading shows the spinner; otherwise the page before would stay until then. */
const later = (page: ReactNode, key?: string) => (
  <Suspense key={key} fallback={<Spinner />}>
    {page}
  </Suspense>
);

/** The pages of all features within the frame, and over the race the sheet whose address this is (rule DASHBOARD-1). */
export function AppRoutes() {
  const location = useLocation();
  const Sheet = sheetAt(location.pathname);
  return (
    <FeaturesProvider value={features}>
      <Routes location={Sheet === undefined ? location : { ...location, pathname: pagePaths.home }}>
        {GalleryPage !== null && <Route path="/gallery" element={later(<GalleryPage />)} />}
        {FilmPage !== null && <Route path="/gallery/film" element={later(<FilmPage />)} />}
        <Route element={<AppShell isCovered={Sheet !== undefined} />}>
          {features.flatMap(({ pages = [] }) =>
            pages.flatMap(({ paths, Page }) =>
              paths.map((path) => <Route key={path} path={path} element={later(<Page />, paths[0])} />),
            ),
          )}
          <Route path="*" element={<Navigate to={pagePaths.home} replace />} />
        </Route>
      </Routes>
      {Sheet !== undefined && (
        <Suspense>
          <Sheet />
        </Suspense>
      )}
    </FeaturesProvider>
  );
}

const sheetAt = (pathname: string) =>
  features
    .flatMap(({ sheets = [] }) => sheets)
    .find(({ paths }) => paths.some((path) => matchPath(path, pathname) !== null))?.Sheet;
