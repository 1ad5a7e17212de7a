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

const sheets = features.flatMap(({ sheets: offered = [] }) =>
  offered.flatMap(({ paths, Sheet }) => paths.map((path) => ({ path, Sheet }))),
);

/** The pages of all features within the frame (rule PAGE-2), and over the race the sheet whose address this is (rule DASHBOARD-1). */
export function AppRoutes() {
  const location = useLocation();
  const isCovered = sheets.some(({ path }) => matchPath(path, location.pathname) !== null);
  return (
    <FeaturesProvider value={features}>
      <Routes location={isCovered ? { ...location, pathname: pagePaths.home } : location}>
        {GalleryPage !== null && <Route path="/gallery" element={later(<GalleryPage />)} />}
        {FilmPage !== null && <Route path="/gallery/film" element={later(<FilmPage />)} />}
        <Route element={<AppShell isCovered={isCovered} />}>
          {features.flatMap(({ pages = [] }) =>
            pages.flatMap(({ paths, Page }) =>
              paths.map((path) => <Route key={path} path={path} element={later(<Page />, paths[0])} />),
            ),
          )}
          <Route path="*" element={<Navigate to={pagePaths.home} replace />} />
        </Route>
      </Routes>
      <Routes>
        {sheets.map(({ path, Sheet }) => (
          <Route
            key={path}
            path={path}
            element={
              <Suspense>
                <Sheet />
              </Suspense>
            }
          />
        ))}
        <Route path="*" element={null} />
      </Routes>
    </FeaturesProvider>
  );
}
