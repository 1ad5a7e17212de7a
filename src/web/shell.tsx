import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { queryClient } from "./lib/query-client.ts";
import { AppRoutes } from "./routes.tsx";

/**
 * The page as it stands before anything is known, as HTML: what a browser paints while the scripts are on their
 * way. The build writes it into the pages (see `build/pages.ts`); React then puts the same in its place, alive.
 */
export const shellOf = (path: string): string => renderToStaticMarkup(<Shell path={path} />);

function Shell({ path }: { readonly path: string }): ReactNode {
  return (
    // Nothing in it works yet, so nothing in it takes a click or the focus.
    <div inert>
      <QueryClientProvider client={queryClient}>
        <StaticRouter location={path}>
          <AppRoutes />
        </StaticRouter>
      </QueryClientProvider>
    </div>
  );
}
