import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const built = join(root, "dist/web/pages");
const sources = ["src/web", "src/track", "src/contract", "src/domain", "package-lock.json"];

const newestChangeMs = (path: string): number => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChangeMs(join(path, name))));
};

const isStale = () => {
  if (!existsSync(built)) return true;
  const builtMs = statSync(built).mtimeMs;
  return sources.some((source) => newestChangeMs(join(root, source)) > builtMs);
};

/** Builds the web app into dist/web unless what is there is newer than its sources. */
export async function buildWebIfStale() {
  if (!isStale()) return;
  console.log("Building the web app …");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  // The site first: its build empties the folder.
  for (const config of ["vite.config.ts", "vite.overlay.config.ts", "vite.offline.config.ts"]) {
    const { status } = spawnSync(
      process.execPath,
      [vite, "build", "--config", join("src/web", config), "--logLevel", "warn"],
      // A test that asks for the build must not get React's development version.
      { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
    );
    if (status !== 0) {
      console.error("The web app could not be built.");
      process.exit(1);
    }
  }
}
