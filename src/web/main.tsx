import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./lib/query-client.ts";
import { AppRoutes } from "./routes.tsx";
import { applyTheme, useTheme } from "./themes/theme.ts";
import "./themes/style.css";
import { ErrorBoundary } from "./ui/error-boundary.tsx";

applyTheme(useTheme.getState().theme);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root element.");
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <AppRoutes />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
