import { cpSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const outDir = `${root}/dist/server`;
/** Folders that the server reads from next to its own code. */
const besides = ["src/server/foundation/db/migrations", "src/server/features/emotes/starter"];
/** What routines.ts reads: the SQL of the features, in one folder. */
const routines = readdirSync(`${root}/src/server`, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".sql") && !path.includes("migrations"),
);

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
        "draw-card-thread": `${root}/src/server/foundation/previews/draw-card-thread.ts`,
        backup: `${root}/scripts/backup.ts`,
        restore: `${root}/scripts/restore.ts`,
        doctor: `${root}/scripts/doctor.ts`,
        export: `${root}/scripts/export.ts`,
        "end-log": `${root}/scripts/end-log.ts`,
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
          cpSync(`${root}/${folder}`, `${outDir}/${basename(folder)}`, { recursive: true });
        }
        for (const path of routines) {
          cpSync(`${root}/src/server/${path}`, `${outDir}/routines/${basename(path)}`);
        }
      },
    },
  ],
});
