import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const server = "http://127.0.0.1:3000";

/**
 * Sonner adds its style sheet with a script, which the Content-Security-Policy forbids. The same sheet
 * is imported as a file by `ui/toasts.tsx`, so the call is removed here.
 */
function sonnerWithoutInlineStyles(): Plugin {
  return {
    name: "furlong:sonner-without-inline-styles",
    transform(code, id) {
      if (!/sonner[/\\]dist[/\\]index\.mjs/.test(id)) return null;
      const without = code.replace(/^__insertCSS\(.*\);$/m, "");
      if (without === code) throw new Error("sonner no longer inserts its style sheet the way this plugin expects");
      return { code: without, map: null };
    },
  };
}

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
  plugins: [react(), tailwindcss(), sonnerWithoutInlineStyles(), preloadFirstFonts()],
  // Development has no production bundle of sonner to edit when it is pre-bundled.
  optimizeDeps: { exclude: ["sonner"] },
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
