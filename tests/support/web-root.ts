import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { networks } from "../../src/domain/networks.ts";
import { languages } from "../../src/contract/wire/languages.ts";
import { OVERLAY_FILE, pageFile, places, VERIFIER_FILE } from "../../src/contract/pages.ts";
import { themes } from "../../src/domain/theme.ts";

/** A folder like the output of the web app's build, in which each page says which one it is; `remove` deletes it. */
export function writeWebRoot(): { readonly webRoot: string; readonly remove: () => void } {
  const webRoot = mkdtempSync(join(tmpdir(), "furlong-web-"));
  mkdirSync(join(webRoot, "assets"));
  const script = `console.log(${JSON.stringify("x".repeat(5_000))})`;
  writeFileSync(join(webRoot, "assets", "index-abc123.js"), script);
  writeFileSync(join(webRoot, "assets", "history-worker-abc123.js"), script);
  writeFileSync(join(webRoot, "icon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  writeFileSync(join(webRoot, "assets", "index-abc123.js.br"), brotliCompressSync("made by the build"));
  mkdirSync(join(webRoot, "pages"));
  for (const place of places) {
    for (const theme of themes) {
      for (const network of networks) {
        for (const { tag: language } of languages) {
          const page = `<!doctype html><title>Furlong</title><p>${place} ${theme} ${network} ${language}</p>`;
          writeFileSync(join(webRoot, pageFile({ place, theme, network, language })), page);
        }
      }
    }
  }
  writeFileSync(join(webRoot, OVERLAY_FILE), "<!doctype html><title>Furlong</title><p>overlay</p>");
  writeFileSync(join(webRoot, VERIFIER_FILE), "<!doctype html><title>Furlong verifier</title>");
  return { webRoot, remove: () => rmSync(webRoot, { recursive: true }) };
}
