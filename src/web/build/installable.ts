import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** What the offline page consists of: all that the service worker ever keeps (rule PHONE-8). */
export const offlineFiles = ["/offline.html", "/offline.de.html", "/offline.css", "/favicon.svg"] as const;

/** Pictures of the game, by the names that the manifest calls them (rule PHONE-10). */
export const screenshots: Readonly<Record<string, string>> = {
  "screenshots/race.webp": "docs/images/race.webp",
  "screenshots/race-phone.webp": "docs/images/race-phone.webp",
};

const publicFile = (path: string): Buffer => readFileSync(new URL(`../public${path}`, import.meta.url));

/**
 * Emits the service worker, under a name that never changes, with a hash of what it keeps: a browser sees by it that the
 * offline page is another one (rule PHONE-9). And the pictures that the manifest shows.
 */
export function emitInstallable(): Plugin {
  return {
    name: "furlong:installable",
    apply: "build",
    buildStart() {
      const id = fileURLToPath(new URL("../app/service-worker.ts", import.meta.url));
      this.emitFile({ type: "chunk", id, fileName: "sw.js" });
      for (const [fileName, path] of Object.entries(screenshots)) {
        const source = readFileSync(new URL(`../../../${path}`, import.meta.url));
        this.emitFile({ type: "asset", fileName, source });
      }
    },
    generateBundle(_options, bundle) {
      const script = bundle["sw.js"];
      if (script?.type !== "chunk") throw new Error("There is no service worker.");
      if (script.imports.length > 0) throw new Error("The service worker has to be one file.");
      script.code = namingWhatItKeeps(script.code);
    },
  };
}

/** The service worker with its files' names and a hash of their content, so that no two offline pages share a name. */
export function namingWhatItKeeps(code: string, read: (path: string) => Buffer = publicFile): string {
  const hash = createHash("sha256");
  for (const path of offlineFiles) hash.update(read(path));
  return code
    .replace("__OFFLINE_FILES__", offlineFiles.join(" "))
    .replace("__OFFLINE_HASH__", hash.digest("hex").slice(0, 16));
}
