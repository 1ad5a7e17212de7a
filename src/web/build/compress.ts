import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Less than this fits in one packet either way. */
const WORTHWHILE_BYTES = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a compressed copy of each script and style sheet next to it, as small as possible, so that the server only has
 * to send it.
 */
export function compressAssets(): Plugin {
  return {
    name: "furlong:compress",
    apply: "build",
    async writeBundle({ dir = "." }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
      await Promise.all(
        texts.map(async (output) => {
          const text = Buffer.from(output.type === "chunk" ? output.code : output.source);
          if (text.length < WORTHWHILE_BYTES) return;
          const file = join(dir, output.fileName);
          await writeFile(`${file}.br`, await brotli(text));
          await writeFile(`${file}.gz`, await zip(text, { level: 9 }));
        }),
      );
    },
  };
}
