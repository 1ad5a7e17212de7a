/**
 * The README's pictures, of the running product in the middle of a race:
 *
 *     npm run pictures
 *     npm run pictures -- race-phone.webp
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openBrowser } from "../tests/support/browser.ts";
import { startServer } from "../tests/support/server-process.ts";
import { changeSetting, openAdminSession } from "../tests/support/admin-session.ts";
import { tour } from "../tests/support/tour.ts";
import { buildWebIfStale } from "./build-web.ts";

const folder = join(import.meta.dirname, "../docs/images");
const pictures = [
  { file: "race.webp", theme: "main-prime", name: "nightjar", width: 1440, height: 900 },
  { file: "race-phone.webp", theme: "main-prime", name: "low_gear", width: 390, height: 844 },
  { file: "race-solana-future.webp", theme: "solana-future", name: "hoofbeat", width: 1440, height: 900 },
] as const;
const QUALITY = 0.88;
const [wanted] = process.argv.slice(2);

/** Browsers photograph in PNG; a third of the size does as well. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    [`data:image/png;base64,${png.toString("base64")}`, QUALITY] as const,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

await buildWebIfStale();
const server = await startServer({ env: { LOCAL_PLAYERS: "8", LOG_LEVEL: "warn" } });
const browser = await openBrowser();
try {
  const admin = await openAdminSession(server.url);
  for (const { file, theme, ...visitor } of pictures) {
    if (wanted !== undefined && wanted !== file) continue;
    await changeSetting(admin, "theme", theme);
    for await (const { name, page } of tour({ browser, url: server.url, admin, ...visitor })) {
      if (name !== "race-running") continue;
      const webp = await toWebp(browser, await page.screenshot());
      writeFileSync(join(folder, file), webp);
      console.log(`${file}: ${Math.round(webp.length / 1000)} kB`);
      break;
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
