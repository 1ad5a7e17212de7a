import { QueryCache, QueryClient } from "@tanstack/react-query";
import { CallRefused, isRefusedWith } from "./call-refused.ts";
import { logSilentFailure } from "./silent-failure.ts";

/** A refusal is an answer: asking again gives the same one. Only an unreachable server is asked again. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof CallRefused && error.code === "UNAVAILABLE";

/**
 * Failures of everything that the page loads are logged only here (rule LIMITS-17); a panel that cannot go on without
 * the data says so in its own place. A missing profile is an answer.
 */
const queryCache = new QueryCache({
  onError(error, { queryKey: [name] }) {
    if (!isRefusedWith(error, "PROFILE_NOT_FOUND")) logSilentFailure(`Loading ${String(name)}`, error);
  },
});

/**
 * Also without a network a call is made at once, and fails: by default a query would wait without an error, and an
 * action would be carried out whenever the network came back.
 */
const networkMode = "always";

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      networkMode,
      retry: isWorthRetrying,
      staleTime: 5_000,
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode, retry: false },
  },
});
