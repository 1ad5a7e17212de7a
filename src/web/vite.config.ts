import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./build/compress.ts";
import { emitInstallable } from "./build/installable.ts";
import { emitPages } from "./build/pages.ts";

const server = "http://127.0.0.1:3000";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), tailwindcss(), emitPages(), emitInstallable(), compressAssets()],
  // Module workers can load the theme that they need instead of both.
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("../../dist/web", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs, in three files: other people's code, which rarely changes, the contract and the
        // rest of ours. Each is begun in a task of its own, so that none holds the page up for long.
        codeSplitting: {
          groups: [
            { name: "library", test: /node_modules/, tags: ["$initial"], priority: 1 },
            { name: "contract", test: /src\/(contract|domain)/, tags: ["$initial"], priority: 1 },
            { name: "app", test: /^(?!.*early-press)/, tags: ["$initial"] },
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
