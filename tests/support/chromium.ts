import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const installed = () => places.find((path) => path !== undefined && existsSync(path));

/** Path of a Chromium; installs Debian's package when there is none and we may. */
export function findOrInstallChromium(): string {
  const found = installed();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const run = (...args: string[]) =>
      spawnSync("apt-get", args, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    run("update", "-qq");
    run("install", "-y", "-qq", "--no-install-recommends", "chromium");
  }
  const path = installed();
  if (path) return path;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: `sudo apt-get install chromium`) or set CHROMIUM_PATH.",
  );
}
