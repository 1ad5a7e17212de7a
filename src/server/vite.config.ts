import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const outDir = `${root}/dist/server`;
/** Files that the server reads from next to its own code. */
const besides = ["src/server/db/migrations", "src/server/emotes/starter"];

/**
 * Compiles the server and the related commands for `npm start`; tests and `npm run dev` run the sources. All files are
 * in one folder, so that paths relative to `import.meta.url` resolve. Libraries stay in node_modules, except those with
 * hundreds of small modules, whose loading would take most of the startup time.
 */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: [/^@solana\//, /^@solana-program\//, /^@noble\//, "drizzle-orm", "zod"] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: `${root}/src/server/main.ts`,
        "practice-bettors": `${root}/src/localnet/practice-bettors/main.ts`,
        backup: `${root}/scripts/backup.ts`,
        restore: `${root}/scripts/restore.ts`,
        doctor: `${root}/scripts/doctor.ts`,
        export: `${root}/scripts/export.ts`,
        "restore-wallets": `${root}/scripts/restore-wallets.ts`,
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        sourcemapExcludeSources: true,
      },
    },
  },
  plugins: [
    {
      name: "furlong:files-beside",
      writeBundle() {
        for (const folder of besides) {
          cpSync(`${root}/${folder}`, `${outDir}/${folder.split("/").at(-1)}`, { recursive: true });
        }
      },
    },
  ],
});
