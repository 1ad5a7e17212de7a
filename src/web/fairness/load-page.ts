/** How each page is loaded; in a file of their own, so that no first load names all that they need. */
export const loadPage = {
  fairness: async () => (await import("./verifier/load.ts")).loadPage(),
  historyCheck: async () => (await import("./history/load.ts")).loadPage(),
  statistics: async () => (await import("./statistics/load.ts")).loadPage(),
} as const;
