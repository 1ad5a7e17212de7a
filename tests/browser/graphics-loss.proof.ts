import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import type { Player } from "../support/player.ts";
import { useSite } from "../support/site.ts";

const site = useSite();
let admin: Player;
let raceId: string;
beforeAll(async () => {
  admin = await openAdminSession(site.url);
  const backers = await openBackers(site.url, admin);
  const race = await backers.untilOpen();
  await backers.runRace(race);
  raceId = race.id;
}, 240_000);

/** The share of values, three a pixel, that differ between two pictures of the same size by more than noise. */
async function differing(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  );
  if (before === undefined || before.length !== after?.length) return 1;
  return before.filter((value, at) => Math.abs(value - (after[at] ?? 0)) > 24).length / before.length;
}

it.each(["main-prime", "solana-future"])(
  "a race that is shown is painted again after the browser's graphics process has ended, in %s",
  async (theme) => {
    await changeSetting(admin, "theme", theme);
    const { page } = await visit(
      site.browser,
      { name: "viewer", url: `${site.url}/race/${raceId}` },
      { width: 900, height: 700, reducedMotion: "no-preference" },
    );
    // Paused in the middle of the race, so that the picture stays the same.
    const slider = page.getByRole("slider");
    await slider.waitFor();
    await page.keyboard.press("k");
    await slider.focus();
    for (let second = 0; second < 6; second += 1) await page.keyboard.press("ArrowRight");
    const track = page.getByRole("region", { name: "Track" });
    await track.locator("[role=img][aria-busy=false]").waitFor();
    await page.waitForTimeout(1_500);
    const before = await track.screenshot();
    await page.waitForTimeout(500);
    expect(await differing(before, await track.screenshot())).toBeLessThan(0.01);

    await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      // Of a page's own thread: it learns of the loss as the worker does.
      canvas.getContext("2d")?.fillRect(0, 0, 1, 1);
      const restored = new Promise((resolve) => canvas.addEventListener("contextrestored", resolve));
      Object.assign(window, { restored });
    });
    const browserSession = await site.browser.newBrowserCDPSession();
    await browserSession.send("Browser.crashGpuProcess");
    await page.evaluate(() => (window as unknown as { restored: Promise<unknown> }).restored);
    // The worker learns of it on its own: until then the old picture may still be there.
    await page.waitForTimeout(2_000);
    await expect
      .poll(async () => differing(before, await track.screenshot()), { timeout: 20_000 })
      .toBeLessThan(0.01);
  },
);
