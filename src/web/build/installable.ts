import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Pictures of the game, by their names in the manifest. */
export const screenshots: Readonly<Record<string, string>> = {
  "screenshots/race.webp": "docs/images/race.webp",
  "screenshots/race-phone.webp": "docs/images/race-phone.webp",
};

/** Emits the pictures that the manifest shows. */
export function emitInstallable(): Plugin {
  return {
    name: "furlong:installable",
    apply: "build",
    buildStart() {
      for (const [fileName, path] of Object.entries(screenshots)) {
        const source = readFileSync(new URL(`../../../${path}`, import.meta.url));
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}
