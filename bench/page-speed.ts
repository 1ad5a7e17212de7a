/**
 * How fast the race page appears on a slow phone, compared with a bare React page in the same run:
 *
 *     npm run bench -- page-speed
 *
 * Chromium at 390×844, network as in Lighthouse's slow 4G, processor slowed to a quarter. Largest contentful paint
 * (LCP), the time when the race has replaced its outline (SHOWN), total blocking time (TBT) and layout shift (CLS,
 * summed), the median of five loads each; times in milliseconds.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { build, preview } from "vite";
import { buildWebIfStale } from "../scripts/build.mjs";
import { openBrowser } from "../tests/support/browser.ts";
import { freePort, startServer } from "../tests/support/server-process.ts";

const LOADS = 5;
const SETTLED_AFTER_MS = 4_000;
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

interface Load {
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** When the race itself replaced its outline. */
  readonly shown: number;
}

/** A string, because it runs in the page: nothing of this program's compilation may leak into it. */
const watchScript = `
  window.seen = { lcp: 0, tbt: 0, cls: 0, shown: 0 };
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
  watch("longtask", (entry) => { seen.tbt += Math.max(0, entry.duration - 50); });
  watch("layout-shift", (entry) => { seen.cls += entry.value; });
  new MutationObserver((_, observer) => {
    if (document.querySelector("[data-testid=pool]") === null) return;
    seen.shown = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true });
`;

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.addInitScript(watchScript);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(SETTLED_AFTER_MS);
  const seen = await page.evaluate(() => (window as unknown as { seen: Load }).seen);
  await context.close();
  return seen;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function serveBarePage() {
  const outDir = mkdtempSync(join(tmpdir(), "furlong-bare-page-"));
  const root = join(import.meta.dirname, "bare-page");
  await build({ root, configFile: false, logLevel: "error", build: { outDir, emptyOutDir: true } });
  const port = await freePort();
  const server = await preview({
    root,
    configFile: false,
    logLevel: "error",
    build: { outDir },
    preview: { port },
  });
  return {
    url: `http://localhost:${port}/`,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

buildWebIfStale();
const [server, bare, browser] = await Promise.all([
  startServer({ env: { LOCAL_PLAYERS: "3", LOG_LEVEL: "warn" } }),
  serveBarePage(),
  openBrowser(),
]);
try {
  const loads = { furlong: [] as Load[], bare: [] as Load[] };
  for (let at = 0; at < LOADS; at++) {
    loads.bare.push(await load(browser, bare.url));
    loads.furlong.push(await load(browser, server.url));
  }
  const row = (name: keyof typeof loads, of: keyof Load) => median(loads[name].map((one) => one[of]));
  console.log("          race page   bare page   ratio   budget");
  for (const [of, budget, digits] of [
    ["lcp", "2000", 0],
    ["shown", "–", 0],
    ["tbt", "200", 0],
    ["cls", "0.02", 3],
  ] as const) {
    const [ours, theirs] = [row("furlong", of), row("bare", of)];
    const ratio = theirs === 0 ? "–" : (ours / theirs).toFixed(2);
    console.log(
      `${of.toUpperCase().padEnd(8)}${ours.toFixed(digits).padStart(11)}${theirs.toFixed(digits).padStart(12)}${ratio.padStart(8)}${budget.padStart(9)}`,
    );
  }
} finally {
  await browser.close();
  await bare.close();
  await server.stop();
}
