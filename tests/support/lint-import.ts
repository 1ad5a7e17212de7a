import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const root = join(import.meta.dirname, "../..");

/** What the project's linter reports for a file at this path from the root that contains nothing but one import. */
export function lintImport(file: string, imported: string): string {
  const folder = mkdtempSync(join(tmpdir(), "furlong-lint-"));
  try {
    cpSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `export { x } from "${imported}";\n`);
    const { stdout, stderr } = spawnSync(join(root, "node_modules/.bin/oxlint"), [], {
      cwd: folder,
      encoding: "utf8",
    });
    // On CI the linter colours its output.
    return stripVTControlCharacters(stderr === "" ? stdout : stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
