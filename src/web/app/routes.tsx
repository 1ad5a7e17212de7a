import { lazy, Suspense, type ReactNode } from "react";
import { Navigate, Route, Routes } from "react-router";
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

/** The pages of all features within the frame. */
export function AppRoutes() {
  return (
    <FeaturesProvider value={features}>
      <Routes>
        {GalleryPage !== null && <Route path="/gallery" element={later(<GalleryPage />)} />}
        {FilmPage !== null && <Route path="/gallery/film" element={later(<FilmPage />)} />}
        <Route element={<AppShell />}>
          {features.flatMap(({ pages = [] }) =>
            pages.flatMap(({ paths, Page }) =>
              paths.map((path) => <Route key={path} path={path} element={later(<Page />, paths[0])} />),
            ),
          )}
          <Route path="*" element={<Navigate to={pagePaths.home} replace />} />
        </Route>
      </Routes>
    </FeaturesProvider>
  );
}
