import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { pagePaths } from "../contract/pages.ts";
import { compressAssets } from "./build/compress.ts";
import { dropServerFields } from "./build/drop-server-fields.ts";
import { emitInstallable } from "./build/installable.ts";
import { emitPages } from "./build/pages.ts";
import { splitLocales } from "./build/split-locales.ts";
import { trimStyles } from "./build/trim-css.ts";
import { emitVerifierFile } from "./build/verifier-file.ts";

const server = "http://127.0.0.1:3000";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    react(),
    tailwindcss(),
    dropServerFields(),
    splitLocales(),
    emitPages(),
    emitInstallable(),
    emitVerifierFile(),
    trimStyles(),
    compressAssets(),
    serveOverlay(),
  ],
  // Module workers can load only the theme that they need instead of both.
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("../../dist/web", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has loaded the first scripts; the lists of what a later part needs would name them each time.
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !/\/(library|contract|app|rolldown-runtime)-[\w-]+\.js$/.test(file)),
    },
    rolldownOptions: {
      // Else the entry and what it imports become one script, and the others are fetched before the styles and fonts.
      experimental: { chunkOptimization: false },
      output: {
        // What every page needs, in three files: third-party code, which rarely changes, the contract, and the rest of
        // our own. Each starts in its own task, so that none blocks the page for long.
        // The first scripts name every file that comes later, and hashes do not shrink.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            { name: "library", test: /node_modules/, tags: ["$initial"], priority: 1 },
            { name: "contract", test: /src\/(contract|domain)/, tags: ["$initial"], priority: 1 },
            { name: "app", test: /^(?!.*early-press)/, tags: ["$initial"] },
            // What several later parts share: otherwise each would be a file, and the first scripts would name them
            // all.
            {
              name: "shared",
              test: /lucide-react|src\/web\/foundation\/ui\/(?!charts|sign-instead)/,
              minShareCount: 2,
            },
            // With the chart library, which only a page that draws a chart loads (decision 0022).
            {
              name: "charts",
              test: /uplot|src\/web\/foundation\/ui\/charts\/(?!plotted-sol)/i,
              minShareCount: 2,
            },
            {
              name: "panel-contract",
              test: /contract\/.*(admin-(list|announcements|payouts)|approvals|referrals\.ts|unprofiled-wallets)/,
            },
            // One file each would be as many names in the first scripts.
            {
              name: "tabs-contract",
              test: /contract\/.*(admin-(emotes|players|races|titles)|special-races)/,
            },
            {
              name: "chat",
              test: /web\/features\/chat\/(blocks|chat-view|lobby|lobby-state|unread-badge|use-unread|words\.en)\.ts/,
              minShareCount: 2,
            },
            { name: "lists", test: /nfiniteQuery|lib\/(explorer|save-file)|domain\/csv/, minShareCount: 2 },
            // What every check of a race needs.
            {
              name: "checks",
              test: /domain\/(fairness|settings-hash|memo|history\/(difference|finding))\.ts/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      "/api": server,
      "/socket.io": { target: server, ws: true },
      "/rpc": { target: server, ws: true },
    },
  },
});

/** In development the overlay's page is at its path as well; the build is in `vite.overlay.config.ts`. */
function serveOverlay(): Plugin {
  return {
    name: "furlong:serve-overlay",
    apply: "serve",
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [path, query = ""] = (request.url ?? "").split("?");
        if (path === pagePaths.overlay) request.url = `/overlay/index.html?${query}`;
        next();
      });
    },
  };
}
