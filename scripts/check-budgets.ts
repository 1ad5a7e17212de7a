/**
 * Whether the built web app stays within its budgets. Sizes are transfer sizes: gzip for text, files as they are for
 * fonts. Builds first if the build is stale; exits with 1 if something is over.
 *
 *     npm test -- budgets
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { OVERLAY_FILE, pageFile, VERIFIER_FILE } from "../src/contract/pages.ts";
import { type Theme, themes } from "../src/domain/theme.ts";
import { buildWebIfStale } from "./build.mjs";

const web = join(import.meta.dirname, "../dist/web");
/** Budgets are given in thousands of bytes. */
const KB = 1000;

interface Budget {
  readonly what: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly limitKb: number;
}

const read = (file: string): Buffer => readFileSync(join(web, file));
const gzipped = (file: string): number => gzipSync(read(file), { level: 9 }).length;
const pressed = (file: string): number => brotliCompressSync(read(file)).length;
const total = (files: readonly string[], size: (file: string) => number): number =>
  files.reduce((sum, file) => sum + size(file), 0);

/** The files that the first page requests with this tag. */
function asked(html: string, tag: RegExp, attribute: "src" | "href"): string[] {
  const url = new RegExp(`\\b${attribute}="/([^"]+)"`);
  return Array.from(html.matchAll(tag), ([text]) => url.exec(text)?.[1] ?? []).flat();
}

/** The files that a module names in its static imports and exports. */
const importedBy = (file: string): string[] =>
  Array.from(
    read(file)
      .toString()
      .matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g),
    ([, name = ""]) => join(dirname(file), name),
  );

/** The chunks that a module loads on demand, each with its own imports, except for what is already loaded. */
function partsOf(files: readonly string[]): string[][] {
  const names = files.flatMap((file) =>
    Array.from(
      read(file)
        .toString()
        .matchAll(/\bimport\([`"']\.\/([\w.-]+\.js)[`"']\)/g),
      ([, name = ""]) => join(dirname(file), name),
    ),
  );
  return names.map((name) => withImports([name]).filter((file) => !files.includes(file)));
}

/**
 * The worker together with each of the sceneries that it loads, one for each theme; empty lists if their number
 * differs.
 */
function sceneriesOf(worker: readonly string[]): string[][] {
  const sceneries = partsOf(worker);
  return sceneries.length === themes.length
    ? sceneries.map((scenery) => [...worker, ...scenery])
    : themes.map(() => []);
}

/** A module with everything that it needs before it can run. */
function withImports(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (file.startsWith("assets/")) waiting.push(...importedBy(file));
  }
  return [...seen];
}

/** What the race page requests before any script has run. */
function firstAsked(theme: Theme) {
  const html = read(pageFile({ place: "race", theme, network: "localnet", language: "en" })).toString();
  const links = (rel: string) => asked(html, new RegExp(`<link[^>]*\\brel="${rel}"[^>]*>`, "g"), "href");
  const scripts = withImports([
    ...asked(html, /<script[^>]*\bsrc=[^>]*>/g, "src"),
    ...links("modulepreload"),
  ]);
  return {
    scripts,
    styles: links("stylesheet"),
    fonts: links("preload").filter((file) => file.endsWith(".woff2")),
  };
}

/** What the overlay needs before it shows anything, including its connection. */
function overlayBudgets(): Budget[] {
  const html = read(OVERLAY_FILE).toString();
  const scripts = withImports(asked(html, /<script[^>]*\bsrc=[^>]*>/g, "src"));
  const socket = partsOf(scripts).find(([file]) => file?.includes("socket-wire")) ?? [];
  const styles = asked(html, /<link[^>]*\brel="stylesheet"[^>]*>/g, "href");
  return [
    { what: "overlay JS", files: scripts, bytes: total(scripts, gzipped), limitKb: 110 },
    { what: "overlay socket", files: socket, bytes: total(socket, gzipped), limitKb: 20.5 },
    { what: "overlay CSS", files: styles, bytes: total(styles, gzipped), limitKb: 8 },
  ];
}

/** Files of the build whose names match. */
const namedLike = (pattern: RegExp): string[] =>
  readdirSync(join(web, "assets"))
    .filter((name) => pattern.test(name))
    .map((name) => join("assets", name));

/**
 * What the admin panel needs before its first tab is drawn, beyond what every page loads, and its style sheet.
 */
function adminBudgets(initial: readonly string[]): Budget[] {
  const tabs = namedLike(
    /^(settings|races|horses|payouts|users|titles|audit|announcements|emotes|themes)-tab-.*\.js$/,
  );
  const frame = withImports(namedLike(/^(load-panel|admin-page)-.*\.js$/)).filter(
    (file) => !initial.includes(file),
  );
  const largest = tabs
    .map((tab) => withImports([tab]).filter((file) => !initial.includes(file) && !frame.includes(file)))
    .toSorted((a, b) => total(b, gzipped) - total(a, gzipped))[0];
  const styles = namedLike(/^admin-page-.*\.css$/);
  return [
    { what: "admin frame JS", files: frame, bytes: total(frame, gzipped), limitKb: 26 },
    { what: "largest admin tab", files: largest ?? [], bytes: total(largest ?? [], gzipped), limitKb: 48 },
    { what: "admin CSS", files: styles, bytes: total(styles, gzipped), limitKb: 8 },
  ];
}

/**
 * What the fairness page needs beyond what every page loads, and the file that can be downloaded from it (rules FAIR-33
 * and FAIR-34).
 */
function fairnessBudgets(initial: readonly string[]): Budget[] {
  const page = withImports(namedLike(/^fairness-page-.*\.js$/)).filter((file) => !initial.includes(file));
  const styles = namedLike(/^verifier-.*\.css$/);
  const file = [VERIFIER_FILE];
  return [
    { what: "fairness page JS", files: page, bytes: total(page, gzipped), limitKb: 27.6 },
    { what: "fairness page CSS", files: styles, bytes: total(styles, gzipped), limitKb: 5 },
    { what: "verifier file", files: file, bytes: total(file, gzipped), limitKb: 180 },
  ];
}

function budgets(): Budget[] {
  const { scripts, styles } = firstAsked("main-prime");
  const worker = readdirSync(join(web, "assets"))
    .filter((name) => /^track-worker-.*\.js$/.test(name))
    .map((name) => join("assets", name));
  return [
    { what: "initial JS", files: scripts, bytes: total(scripts, gzipped), limitKb: 150 },
    { what: "CSS", files: styles, bytes: total(styles, gzipped), limitKb: 12 },
    {
      what: "track worker",
      files: withImports(worker),
      bytes: total(withImports(worker), gzipped),
      limitKb: 20,
    },
    // What must be loaded before a race is drawn. The aim is 20 kB; this limit holds what has been reached so far.
    ...sceneriesOf(withImports(worker)).map((files, index) => ({
      what: `worker, scenery ${index + 1}`,
      files,
      bytes: total(files, gzipped),
      limitKb: 23.2,
    })),
    ...themes.map((theme) => {
      const { fonts } = firstAsked(theme);
      const bytes = total(fonts, (file) => read(file).length);
      return { what: `fonts, ${theme}`, files: fonts, bytes, limitKb: 75 };
    }),
    ...overlayBudgets(),
    ...adminBudgets(scripts),
    ...fairnessBudgets(scripts),
  ];
}

const inKb = (bytes: number): string => (bytes / KB).toFixed(1);

/**
 * The same sizes for a browser that accepts brotli, and what a visit loads beyond the budgets: the socket, once the
 * page has been drawn.
 */
function reportMore(scripts: readonly string[], worker: readonly string[]): void {
  const scenery = sceneriesOf(worker).toSorted((a, b) => total(b, gzipped) - total(a, gzipped))[0] ?? [];
  const socket = partsOf(scripts).find(([file]) => file?.includes("socket-wire")) ?? [];
  const line = (what: string, files: readonly string[]) =>
    console.log(
      `${what.padEnd(34)} ${inKb(total(files, gzipped))} kB, ${inKb(total(files, pressed))} kB as brotli`,
    );
  line("initial JS", scripts);
  line("track worker with a scenery", scenery);
  line("socket, after the first picture", socket);
}

function report({ what, files, bytes, limitKb }: Budget): boolean {
  // A budget without files means that the check no longer finds what it measures.
  const holds = files.length > 0 && bytes <= limitKb * KB;
  const verdict = holds ? "ok" : files.length === 0 ? "NOT FOUND" : "OVER";
  console.log(
    `${what.padEnd(20)} ${inKb(bytes).padStart(7)} kB of ${String(limitKb).padStart(4)} kB  ${files.length.toString().padStart(3)} files  ${verdict}`,
  );
  return holds;
}

buildWebIfStale();
const all = budgets();
const verdicts = all.map(report);
const filesOf = (name: string) => all.find(({ what }) => what === name)?.files ?? [];
reportMore(filesOf("initial JS"), filesOf("track worker"));
process.exit(verdicts.every(Boolean) ? 0 : 1);
