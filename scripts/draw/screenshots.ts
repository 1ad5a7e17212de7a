/**
 * Screenshots of every screen and state, in both themes, on a desktop and a phone:
 *
 *     npm run draw -- screenshots <folder> [language]
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser } from "../../tests/support/browser.ts";
import { startServer } from "../../tests/support/server-process.ts";
import { changeSetting, openAdminSession } from "../../tests/support/admin-session.ts";
import { tour } from "../../tests/support/tour.ts";
import { languages } from "../../src/contract/wire/languages.ts";
import { buildWebIfStale } from "../build.mjs";

const folder = process.argv[2] ?? "screenshots";
const language = languages.find(({ tag }) => tag === process.argv[3])?.tag ?? "en";
const sizes = [
  { size: "desktop", width: 1440, height: 900 },
  { size: "phone", width: 390, height: 844 },
] as const;

mkdirSync(folder, { recursive: true });
buildWebIfStale();
const server = await startServer({ env: { LOCAL_PLAYERS: "8", LOG_LEVEL: "warn" } });
const browser = await openBrowser();
try {
  const admin = await openAdminSession(server.url);
  for (const theme of ["main-prime", "solana-future"]) {
    await changeSetting(admin, "theme", theme);
    for (const { size, width, height } of sizes) {
      const name = `${theme}-${size}`.slice(0, 20);
      for await (const stop of tour({ browser, url: server.url, admin, name, width, height, language })) {
        const path = join(folder, `${stop.name}-${theme}-${size}.png`);
        await settled(stop.page);
        await stop.page.screenshot({ path });
        console.log(path);
      }
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

/** Waits until fades and slides have finished; endless animations do not count. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    const all = Promise.allSettled(passing.map(({ finished }) => finished));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 600))]);
  });
}
