import { lazy, Suspense, type ReactNode } from "react";
import { matchRoute, Redirect, Route, Switch, useLocation, useRouter } from "wouter";
import { pagePaths } from "../../contract/pages.ts";
import { FeaturesProvider } from "../foundation/live/slots.tsx";
import { Spinner } from "../foundation/ui/skeleton.tsx";
import { AppShell } from "./app-shell.tsx";
import { features } from "./features.ts";

/** For developers; not part of a build. */
const GalleryPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../gallery/gallery-page.tsx")).GalleryPage }))
  : null;
const FilmPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../gallery/film-page.tsx")).FilmPage }))
  : null;

/** A page that is still loading shows the spinner. */
const later = (page: ReactNode) => <Suspense fallback={<Spinner />}>{page}</Suspense>;

const sheets = features.flatMap(({ sheets: offered = [] }) =>
  offered.flatMap(({ paths, Sheet }) => paths.map((path) => ({ path, Sheet }))),
);

/**
 * The pages of all features within the frame, and over the race the sheet that the address names.
 */
export function AppRoutes() {
  const [pathname] = useLocation();
  const { parser } = useRouter();
  const isCovered = sheets.some(({ path }) => matchRoute(parser, path, pathname)[0]);
  const currentPath = isCovered ? pagePaths.home : pathname;
  return (
    <FeaturesProvider value={features}>
      <Switch location={currentPath}>
        {GalleryPage !== null && <Route path="/gallery">{later(<GalleryPage />)}</Route>}
        {FilmPage !== null && <Route path="/gallery/film">{later(<FilmPage />)}</Route>}
        <Route>
          <AppShell path={currentPath} isCovered={isCovered}>
            <Switch location={currentPath}>
              {features.flatMap(({ pages = [] }) =>
                pages.flatMap(({ paths, Page }) =>
                  paths.map((path) => (
                    // One key for all paths of a page, so that the page stays mounted from one to the other.
                    <Route key={paths[0]} path={path}>
                      {later(<Page />)}
                    </Route>
                  )),
                ),
              )}
              <Route>
                <Redirect to={pagePaths.home} replace />
              </Route>
            </Switch>
          </AppShell>
        </Route>
      </Switch>
      <Switch>
        {/* One key, so that a sheet stays mounted from one of its addresses to the other. */}
        {sheets.map(({ path, Sheet }) => (
          <Route key="sheet" path={path}>
            <Suspense>
              <Sheet />
            </Suspense>
          </Route>
        ))}
      </Switch>
    </FeaturesProvider>
  );
}
