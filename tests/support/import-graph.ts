import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The product's entry points: what a shell, a browser or a worker starts. */
const productEntries = [
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/restore-wallets.ts",
  "scripts/doctor.ts",
  "scripts/export.ts",
  "src/server/main.ts",
  "src/localnet/practice-bettors/main.ts",
  "src/web/app/main.tsx",
  "src/web/app/shell.tsx",
  "src/web/overlay/main.tsx",
  "src/web/features/fairness/offline-file/main.tsx",
  "src/web/offline/page.ts",
  "src/web/offline/service-worker.ts",
  "src/track/track-worker.ts",
];

const imported = /(?:from|import|URL)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;
const known = new Map<string, readonly string[]>();

/** Files below the root that a file imports, including types. */
function importsOf(path: string): readonly string[] {
  const before = known.get(path);
  if (before) return before;
  const found = Array.from(readFileSync(join(root, path), "utf8").matchAll(imported), ([, target = ""]) =>
    normalize(join(dirname(path), target)),
  ).filter((target) => /\.tsx?$/.test(target) && existsSync(join(root, target)));
  known.set(path, found);
  return found;
}

/** All files that are loaded when these are, including the files themselves. */
export function loadedBy(paths: readonly string[]): ReadonlySet<string> {
  const loaded = new Set(paths);
  for (const path of loaded) for (const target of importsOf(path)) loaded.add(target);
  return loaded;
}

/** Files that the product runs. Features that a page finds by glob count as imported. */
export const productFiles = (): ReadonlySet<string> => loadedBy([...productEntries, ...foundByGlob()]);

/** Texts and features of the page that `import.meta.glob` loads. */
const foundByGlob = (): readonly string[] =>
  sourcesIn("src/web").filter((path) => /\/(words\.\w+|feature)\.tsx?$/.test(path));

/** Sources below a folder, except tests. */
const sourcesIn = (folder: string): readonly string[] =>
  filesIn(folder).filter((path) => /\.tsx?$/.test(path) && !/\.(test|proof)\.tsx?$/.test(path));

export const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`);
