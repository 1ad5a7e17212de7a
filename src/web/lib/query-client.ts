import { QueryClient } from "@tanstack/react-query";
import { CallRefused } from "./call-refused.ts";

/** A refusal is an answer: asking again gives the same. Only a server that was not there is asked again. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof CallRefused && error.code === "UNAVAILABLE";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
