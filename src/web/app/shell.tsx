import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { DEVNET_GENESIS_HASH } from "../../domain/networks.ts";
import type { PageKind } from "../../contract/pages.ts";
import { ZERO } from "../../domain/lamports.ts";
import { queryClient } from "../foundation/lib/query-client.ts";
import { type Runtime, runtimeQuery } from "../foundation/lib/runtime.ts";
import { AppRoutes } from "./routes.tsx";
import { loadLanguage } from "../foundation/words/load-language.ts";

/**
 * The page before anything is known except the language and the network, as HTML: what a browser paints while the
 * scripts load. The build writes it into the pages (see `build/pages.ts`); React then replaces it with the same,
 * interactive.
 */
export async function shellOf(path: string, { network, language }: PageKind): Promise<string> {
  await loadLanguage(language);
  queryClient.setQueryData<Runtime>(runtimeQuery.queryKey, {
    ...nothingKnown,
    network,
    genesisHash: network === "devnet" ? DEVNET_GENESIS_HASH : null,
  });
  return renderToStaticMarkup(<Shell path={path} />);
}

const nothingKnown: Omit<Runtime, "network" | "genesisHash"> = {
  maintenance: false,
  rpcMainnet: null,
  rpcDevnet: null,
  rpcLocal: null,
  devnetBanner: true,
  testing: false,
  minBet: ZERO,
  maxBet: ZERO,
  minWithdrawal: ZERO,
  priorityFeeCap: ZERO,
  minimumAge: null,
  serverNow: new Date(0),
  version: "",
};

function Shell({ path }: { readonly path: string }): ReactNode {
  return (
    // Nothing in it works yet, so nothing in it accepts a click or the focus.
    <div inert>
      <QueryClientProvider client={queryClient}>
        <Router ssrPath={path}>
          <AppRoutes />
        </Router>
      </QueryClientProvider>
    </div>
  );
}
