import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package.ts";

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
  installDebianPackage("chromium");
  const path = installed();
  if (path) return path;
  throw new Error(
    "The browser tests need Chromium: install it (Debian: `sudo apt-get install chromium`) or set CHROMIUM_PATH.",
  );
}
