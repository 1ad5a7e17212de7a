import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type Rolldown } from "vite";
import { VERIFIER_FILE } from "../../contract/pages.ts";
import { dropServerFields } from "./drop-server-fields.ts";
import { splitLocales } from "./split-locales.ts";
import { trimStyles } from "./trim-css.ts";

const MODULE = "virtual:furlong-verifier-file";
const RESOLVED = `\0${MODULE}`;

/**
 * Builds the downloadable verifier from the page's own modules, puts it next to the pages, and passes its size and hash
 * to the page (rule FAIR-34).
 */
export function emitVerifierFile(): Plugin {
  let isBuild = false;
  let file: Promise<string> | null = null;
  return {
    name: "furlong:verifier-file",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      const source = await (file ??= buildFile());
      if (isBuild) this.emitFile({ type: "asset", fileName: VERIFIER_FILE, source });
      const bytes = Buffer.from(source);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return `export const verifierFile = ${JSON.stringify({ sha256, bytes: bytes.length })};`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== `/${VERIFIER_FILE}`) return next();
        (file ??= buildFile()).then((source) => response.end(source), next);
      });
    },
  };
}

async function buildFile(): Promise<string> {
  const built = await build({
    root: fileURLToPath(new URL("..", import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [react(), tailwindcss(), dropServerFields(), splitLocales(), trimStyles()],
    // The development version of React would be three times as large.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      target: "es2022",
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fileURLToPath(new URL("../features/fairness/offline-file/main.tsx", import.meta.url)),
        output: { codeSplitting: false },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const style = output.find(({ fileName }) => fileName.endsWith(".css"));
  if (style?.type !== "asset" || output.length !== 2) {
    throw new Error(
      `The verifier is not one script and one style: ${output.map(({ fileName }) => fileName).join()}`,
    );
  }
  return page(String(style.source).trim(), output[0].code.trim());
}

const policyHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** It may run only what is in it, load nothing, and connect only to nodes of the chain (rule FAIR-34). */
const policy = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `script-src ${policyHash(script)}`,
    `style-src ${policyHash(style)}`,
    "connect-src https: http://localhost:* http://127.0.0.1:*",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

function page(style: string, code: string): string {
  // Text that would end the element early occurs only in strings, where the backslash means nothing.
  const script = code.replaceAll(/<\/(script)/gi, String.raw`<\/$1`).replaceAll("<!--", String.raw`<\!--`);
  return `<!doctype html>
<html lang="en" data-theme="main-prime">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>Furlong verifier</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script type="module">${script}</script>
</body>
</html>
`;
}
