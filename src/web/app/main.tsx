import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { askFirst } from "./first-answers.ts";
import { registerOfflinePage } from "./register-offline-page.ts";
import { countPages } from "../foundation/lib/navigation.ts";
import { queryClient } from "../foundation/lib/query-client.ts";
import { AppRoutes } from "./routes.tsx";
import { tolerateTranslators } from "../foundation/lib/translated-page.ts";
import "../foundation/ui/themes/style.css";
import { ErrorBoundary } from "../foundation/ui/error-boundary.tsx";
import type { Language } from "../foundation/words/language.ts";
import { setLanguage } from "../foundation/words/load-language.ts";
import { preferredLanguage } from "../foundation/words/preferred-language.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
// The server has sent the page in the visitor's language; in development it is the same page for everybody.
const language = import.meta.env.DEV ? preferredLanguage() : (document.documentElement.lang as Language);

async function start(container: HTMLElement): Promise<void> {
  // Texts too, so that nothing is drawn in one language and then in another. English is already here.
  await Promise.all([askFirst(), setLanguage(language)]);
  // As a transition it yields to whatever else the browser has to do.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <Router aroundNav={countPages}>
              <AppRoutes />
            </Router>
          </QueryClientProvider>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  registerOfflinePage();
}
tolerateTranslators();
// Not awaited here: the modules of the texts import from this file's chunk and would wait for it.
void start(root);
