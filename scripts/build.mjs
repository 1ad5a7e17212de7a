// JavaScript, since `npm start` loads it before anything is compiled.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} built The output of the build; its age is that of the build.
 * @property {readonly string[]} sources
 * @property {readonly string[]} configs Vite configs, in this order.
 */

/** @type {Target} */
const web = {
  name: "web app",
  built: "dist/web/pages",
  sources: ["src/web", "src/track", "src/contract", "src/domain", "package-lock.json"],
  // The site first: its build empties the folder.
  configs: ["src/web/vite.config.ts", "src/web/vite.overlay.config.ts", "src/web/vite.offline.config.ts"],
};

/** @type {Target} */
const server = {
  name: "server",
  built: "dist/server/main.js",
  sources: [
    "src/server",
    "src/localnet",
    "src/contract",
    "src/domain",
    "src/doctor",
    "scripts",
    "package.json",
    "package-lock.json",
  ],
  configs: ["src/server/vite.config.ts"],
};

/** @param {string} path @returns {number} */
function newestChangeMs(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChangeMs(join(path, name))));
}

/** A container image has the build but no sources. @param {Target} target */
function isStale({ built, sources }) {
  const path = join(root, built);
  if (!existsSync(join(root, "src"))) return false;
  if (!existsSync(path)) return true;
  const builtMs = statSync(path).mtimeMs;
  return sources
    .map((source) => join(root, source))
    .some((source) => existsSync(source) && newestChangeMs(source) > builtMs);
}

/** @param {Target} target */
function buildIfStale(target) {
  if (!isStale(target)) return;
  console.log(`Building the ${target.name} …`);
  const vite = join(root, "node_modules/vite/bin/vite.js");
  for (const config of target.configs) {
    const { status } = spawnSync(
      process.execPath,
      [vite, "build", "--config", config, "--logLevel", "warn"],
      // A test that triggers the build must not get React's development version.
      { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
    );
    if (status !== 0) {
      console.error(`The ${target.name} could not be built.`);
      process.exit(1);
    }
  }
}

/** Builds the web app into dist/web unless what is there is newer than its sources. */
export const buildWebIfStale = () => buildIfStale(web);

/** The same for the server and its companion commands, into dist/server. Returns Node's arguments that start the server. */
export function buildServerIfStale() {
  buildIfStale(server);
  return ["--enable-source-maps", "--v8-pool-size=1", join(root, server.built)];
}
