import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "./mutants.ts";

const root = join(import.meta.dirname, "../..");

/** What of a mutant does not fit the sources any more: each text must be there exactly once. */
export const misfits = ({ name, edits }: Mutant): string[] =>
  edits
    .filter(({ file, from }) => readFileSync(join(root, file), "utf8").split(from).length !== 2)
    .map(({ file }) => `"${name}" does not apply to ${file} exactly once`);

/** A copy of all that a run needs, with the mistake in it; answers its folder. */
export function plant({ edits }: Mutant): string {
  const tree = mkdtempSync(join(tmpdir(), "planted-"));
  for (const part of ["src", "tests/simulator", "package.json", "tsconfig.base.json"]) {
    cpSync(join(root, part), join(tree, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  for (const { file, from, to } of edits) {
    const path = join(tree, file);
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(from, () => to),
    );
  }
  return tree;
}
