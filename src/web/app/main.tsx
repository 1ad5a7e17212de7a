import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { askFirst } from "./first-answers.ts";
import { registerOfflinePage } from "./register-offline-page.ts";
import { countPages } from "../lib/navigation.ts";
import { queryClient } from "../lib/query-client.ts";
import { AppRoutes } from "./routes.tsx";
import "../ui/themes/style.css";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { setLanguage } from "../words/language.ts";
import { preferredLanguage } from "../words/preferred-language.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
// Texts too, so that nothing is drawn in one language and then in another. English is already here.
await Promise.all([askFirst(), setLanguage(preferredLanguage())]);
// As a transition it yields to whatever else the browser has to do.
startTransition(() =>
  createRoot(root).render(
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
