import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Rolldown } from "vite";
import { splitLocales } from "./build/split-locales.ts";
import { trimStyles } from "./build/trim-css.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const shared = {
  root,
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL("../../dist/web", import.meta.url)),
    emptyOutDir: false,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
} as const;

/**
 * The service worker is built separately, after the site, into one file that contains the offline page: its HTML, style
 * and script. The fonts are the site's own files, with the same names, which the browser may still have.
 */
export default defineConfig(async () => ({
  ...shared,
  define: { OFFLINE_PAGE: JSON.stringify(await buildOfflinePage()) },
  build: {
    ...shared.build,
    rolldownOptions: {
      input: fileURLToPath(new URL("offline/service-worker.ts", import.meta.url)),
      output: { entryFileNames: "sw.js", codeSplitting: false },
    },
  },
}));

async function buildOfflinePage(): Promise<{ html: string; style: string; script: string }> {
  const built = await build({
    ...shared,
    configFile: false,
    logLevel: "warn",
    plugins: [tailwindcss(), splitLocales(), trimStyles()],
    build: {
      ...shared.build,
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL("offline/page.ts", import.meta.url)),
        output: { codeSplitting: false },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const style = output.find(({ fileName }) => fileName.endsWith(".css"));
  if (style?.type !== "asset") throw new Error("The offline page has no style.");
  return {
    html: readFileSync(new URL("offline/page.html", import.meta.url), "utf8"),
    style: String(style.source),
    script: output[0].code,
  };
}
