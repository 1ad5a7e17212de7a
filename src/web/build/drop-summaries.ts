import type { Plugin } from "vite";

/** `summary: "…",` of an endpoint, on one line or two. */
const summaries = /\bsummary:\s*"(?:[^"\\]|\\.)*",/g;

/** Removes from the page's scripts what the contract says about each call: only the API's documentation shows it. */
export function dropSummaries(): Plugin {
  return {
    name: "furlong:drop-summaries",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/contract\/.*\.ts$/ },
      // No source map: what is removed shifts no line that anybody debugs in a built page.
      handler: (code) => ({ code: code.replace(summaries, ""), map: null }),
    },
  };
}
