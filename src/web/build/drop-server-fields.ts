import type { Plugin } from "vite";

/**
 * What a call or an event says about itself that only the server and the API's documentation read, on one line or two.
 * The browser's code must not read these fields: they are absent there.
 */
const serverFields = [
  /\bsummary:\s*"(?:[^"\\]|\\.)*",/g,
  /\baccess:\s*"\w+",/g,
  /\baudience:\s*"\w+",/g,
  /\brefuses:\s*\[[^\]]*\],/g,
  /\bstepUp:\s*"\w+",/g,
  /\b(?:moderation|refusesBanned):\s*true,/g,
  /\bper(?:Minute|Day):\s*\d+,/g,
  // The HTTP status of a refusal; that of an answer stands elsewhere.
  /\bstatus:\s*\d{3},(?=\s*text:)/g,
];

/** The source of a module of the contract, without what only the server reads. */
export const withoutServerFields = (code: string): string =>
  serverFields.reduce((rest, field) => rest.replace(field, ""), code);

/** Removes from the page's scripts what the contract says for the server alone. */
export function dropServerFields(): Plugin {
  return {
    name: "furlong:drop-server-fields",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/contract\/.*\.ts$/ },
      // No source map: what is removed shifts no line that anybody debugs in a built page.
      handler: (code) => ({ code: withoutServerFields(code), map: null }),
    },
  };
}
