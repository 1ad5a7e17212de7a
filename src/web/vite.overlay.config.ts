import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { OVERLAY_FILE } from "../contract/pages.ts";
import { compressAssets } from "./build/compress.ts";
import { dropServerFields } from "./build/drop-server-fields.ts";
import { splitLocales } from "./build/split-locales.ts";
import { trimStyles } from "./build/trim-css.ts";

const HTML = "overlay/index.html";

/**
 * The overlay is built separately, after the site: it shares no file with the pages, so that it contains nothing of
 * wallets and they need nothing of it.
 */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    dropServerFields(),
    splitLocales(),
    movePage(),
    trimStyles(),
    compressAssets(),
  ],
  publicDir: false,
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("../../dist/web", import.meta.url)),
    emptyOutDir: false,
    assetsDir: "assets/overlay",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: fileURLToPath(new URL(HTML, import.meta.url)) },
  },
});

/** Moves the page to where the server looks for pages. */
function movePage(): Plugin {
  return {
    name: "furlong:overlay-page",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle[HTML];
      if (page?.type !== "asset") return;
      this.emitFile({ type: "asset", fileName: OVERLAY_FILE, source: page.source });
      delete bundle[HTML];
    },
  };
}
