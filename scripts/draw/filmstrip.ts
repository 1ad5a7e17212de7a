/**
 * A whole race frame by frame, as contact sheets: the start, the middle and the finish at every 100 ms, in both themes,
 * on a desktop and a phone, and every horse enlarged through its stride. The race is always the same, so that two
 * strips can be compared side by side.
 *
 *     npm run draw -- filmstrip <folder>
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createServer } from "vite";
import { openBrowser } from "../../tests/support/browser.ts";

const folder = process.argv[2] ?? "filmstrip";
const EVERY_MS = 100;

const scenes = [
  { scene: "start", fromMs: -300, toMs: 2000 },
  { scene: "middle", fromMs: 5000, toMs: 6500 },
  { scene: "finish", fromMs: 10_300, toMs: 14_400 },
] as const;
const sizes = [
  { size: "desktop", width: 1440, height: 900, columns: 3, frameWidth: 640 },
  { size: "phone", width: 390, height: 844, columns: 6, frameWidth: 390 },
] as const;
const themes = ["main-prime", "solana-future"] as const;

type Size = (typeof sizes)[number];
interface Frame {
  readonly elapsedMs: number;
  readonly png: Buffer;
}

async function filmScene(page: Page, { fromMs, toMs }: (typeof scenes)[number]): Promise<Frame[]> {
  const track = page.getByRole("region", { name: "Track" });
  const frames: Frame[] = [];
  for (let elapsedMs = fromMs; elapsedMs <= toMs; elapsedMs += EVERY_MS) {
    await page.evaluate((ms) => location.replace(`#${ms}`), elapsedMs);
    await page.locator(`[data-moment="${elapsedMs}"] [role=img][aria-busy=false]`).waitFor();
    frames.push({ elapsedMs, png: await track.screenshot({ animations: "disabled" }) });
  }
  return frames;
}

/** Lays frames out on a separate page and takes a screenshot of it. */
async function contactSheet(browser: Browser, frames: readonly Frame[], { columns, frameWidth }: Size) {
  const page = await browser.newPage({ viewport: { width: columns * (frameWidth + 4), height: 800 } });
  const figures = frames.map(
    ({ elapsedMs, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString("base64")}"><figcaption>${elapsedMs} ms</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, 1fr); background: #111; color: #fff; font: 13px sans-serif }
    figure { margin: 2px; position: relative } img { width: 100%; display: block }
    figcaption { position: absolute; left: 45%; bottom: 2px; background: #000 }
  </style>${figures.join("")}`);
  const sheet = await page.screenshot({ fullPage: true });
  await page.close();
  return sheet;
}

/** No server is behind these pages; one that happens to run must not be called. */
async function open(browser: Browser, url: string, viewport: { width: number; height: number }) {
  const page = await browser.newPage({ viewport });
  await page.route(/\/(api|socket\.io)\//, (route) => route.abort());
  await page.goto(url);
  return page;
}

async function film(browser: Browser, url: string): Promise<void> {
  for (const theme of themes)
    for (const size of sizes) {
      const page = await open(browser, `${url}gallery/film?theme=${theme}`, size);
      await page.getByRole("region", { name: "Track" }).waitFor();
      await page.evaluate(async () => void (await document.fonts.ready));
      for (const scene of scenes) {
        const frames = await filmScene(page, scene);
        save(`${theme}-${size.size}-${scene.scene}.png`, await contactSheet(browser, frames, size));
      }
      await page.close();
    }
}

async function strides(browser: Browser, url: string): Promise<void> {
  for (const theme of themes) {
    const page = await open(browser, `${url}gallery/film?show=strides&theme=${theme}`, sizes[0]);
    await page.locator("[data-drawn]").waitFor();
    save(`${theme}-strides.png`, await page.getByTestId("strides").screenshot());
    await page.close();
  }
}

function save(name: string, png: Buffer): void {
  const path = join(folder, name);
  writeFileSync(path, png);
  console.log(path);
}

mkdirSync(folder, { recursive: true });
const server = await createServer({
  configFile: join(import.meta.dirname, "../../src/web/vite.config.ts"),
  server: { port: 0, strictPort: false, hmr: false },
  logLevel: "error",
});
const browser = await openBrowser();
try {
  await server.listen();
  const [url = ""] = server.resolvedUrls?.local ?? [];
  await strides(browser, url);
  await film(browser, url);
} finally {
  await browser.close();
  await server.close();
}
