import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const outDir = `${root}/dist/server`;
/** Files that the server reads beside its own. */
const besides = ["src/server/db/migrations", "src/server/emotes/starter"];

/**
 * The server and the commands beside it, compiled for `npm start`; tests and `npm run dev` run the sources. All files lie in one
 * folder, so that what is read beside `import.meta.url` is found. Libraries stay in node_modules, but for those of hundreds of
 * small modules, whose loading would take most of a start.
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
