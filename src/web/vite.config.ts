import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const server = "http://127.0.0.1:3000";

/** Asks for the fonts of the first screen together with the style sheet instead of after it. */
function preloadFirstFonts(): Plugin {
  const wanted = [/fraunces-latin-600-normal.*\.woff2$/, /archivo-latin-500-normal.*\.woff2$/];
  return {
    name: "furlong:preload-first-fonts",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => wanted.some((pattern) => pattern.test(file)))
          .map((file) => ({
            tag: "link",
            injectTo: "head" as const,
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
          })),
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFirstFonts()],
  // Module workers can load the theme that they need instead of both.
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("../../dist/web", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    // data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
