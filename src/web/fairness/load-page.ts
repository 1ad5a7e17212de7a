/**
 * How each page is loaded; in its own file, so that a first load does not include the names of everything they need.
 */
export const loadPage = {
  fairness: async () => (await import("./verifier/load.ts")).loadPage(),
  historyCheck: async () => (await import("./history/load.ts")).loadPage(),
  statistics: async () => (await import("./statistics/load.ts")).loadPage(),
} as const;
