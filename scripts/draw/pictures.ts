/**
 * Takes the README's pictures of the running product:
 *
 *     npm run draw -- pictures
 *     npm run draw -- pictures race-phone.webp
 */
import { join } from "node:path";
import sharp from "sharp";
import { openBrowser } from "../../tests/support/browser.ts";
import { startServer } from "../../tests/support/server-process.ts";
import { changeSetting, openAdminSession } from "../../tests/support/admin-session.ts";
import { tour } from "../../tests/support/tour.ts";
import { buildWebIfStale } from "../build.mjs";

const folder = join(import.meta.dirname, "../../docs/images");
const pictures = [
  {
    file: "race.webp",
    stop: "race-running",
    theme: "main-prime",
    name: "nightjar",
    width: 1440,
    height: 900,
  },
  {
    file: "race-phone.webp",
    stop: "race-running",
    theme: "main-prime",
    name: "low_gear",
    width: 390,
    height: 844,
  },
  {
    file: "race-solana-future.webp",
    stop: "race-running",
    theme: "solana-future",
    name: "hoofbeat",
    width: 1440,
    height: 900,
  },
  {
    file: "chat.webp",
    stop: "chat-picker",
    theme: "main-prime",
    name: "pacesetter",
    width: 1440,
    height: 900,
  },
] as const;
const QUALITY = 88;
const [wanted] = process.argv.slice(2);

buildWebIfStale();
const server = await startServer({ env: { LOCAL_PLAYERS: "8", LOG_LEVEL: "warn" } });
const browser = await openBrowser();
try {
  const admin = await openAdminSession(server.url);
  for (const { file, stop, theme, ...visitor } of pictures) {
    if (wanted !== undefined && wanted !== file) continue;
    await changeSetting(admin, "theme", theme);
    for await (const { name, page } of tour({ browser, url: server.url, admin, ...visitor })) {
      if (name !== stop) continue;
      const { size } = await sharp(await page.screenshot())
        .webp({ quality: QUALITY })
        .toFile(join(folder, file));
      console.log(`${file}: ${Math.round(size / 1000)} kB`);
      break;
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
