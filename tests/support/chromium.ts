import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package.ts";

const shells = ["/usr/bin/chromium-headless-shell"];
const browsers = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const firstOf = (places: readonly string[]) =>
  [process.env["CHROMIUM_PATH"], ...places].find((path) => path !== undefined && existsSync(path));

/**
 * Path of the browser that the tests use: Chromium's headless shell, which is the same engine without a browser's
 * windows and opens a page with half of the processor time, or a full Chromium. Installs Debian's package if there is
 * none and we are allowed to.
 */
export function findOrInstallHeadlessShell(): string {
  const found = firstOf(shells);
  if (found) return found;
  installDebianPackage("chromium-headless-shell");
  return firstOf(shells) ?? findOrInstallChromium();
}

/** Path of a full Chromium; installs Debian's package if there is none and we are allowed to. */
function findOrInstallChromium(): string {
  const found = firstOf(browsers);
  if (found) return found;
  installDebianPackage("chromium");
  const path = firstOf(browsers);
  if (path) return path;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: `sudo apt-get install chromium`) or set CHROMIUM_PATH.",
  );
}
