import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, it } from "vitest";
import { adminTabs } from "../../src/web/features/admin/tabs.ts";
import { visitAsAdmin } from "../support/admin-page.ts";
import { openAdminSession } from "../support/admin-session.ts";
import { keepPicture } from "../support/picture.ts";
import { useSite } from "../support/site.ts";
import { tour } from "../support/tour.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });

/** What is not told from its ground by the colours that the user forces; empty if all is well. */
const lost = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "Highlight";
    probe.style.color = "CanvasText";
    const { backgroundColor: highlight, color: ink } = getComputedStyle(probe);
    probe.remove();
    const shown = (selector: string) =>
      Array.from(document.querySelectorAll(selector)).filter((element) => element.checkVisibility());
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    const chosen =
      "[aria-pressed=true], [aria-selected=true], [aria-current=page], label:has([type=radio]:checked)";
    const named = (what: string) => (element: Element) => `${what}: ${element.outerHTML.slice(0, 160)}`;
    return [
      ...shown("dialog[open], [role=dialog], [data-testid=winner], .panel")
        .filter((element) => /, 0\)$|transparent/.test(background(element)))
        .map(named("see-through")),
      ...shown(chosen)
        .filter((element) => background(element) !== highlight)
        .map(named("not told as chosen")),
      ...shown(".primary-fill")
        .filter((element) => background(element) !== highlight)
        .map(named("no edge")),
      ...shown("progress")
        .filter((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) < 1)
        .map(named("no edge")),
      // A drawing keeps its colours unless they are the theme's: silks have their own.
      ...shown("svg text:not([fill^='#'])")
        .filter((element) => getComputedStyle(element).fill !== ink)
        .map(named("not legible")),
    ];
  });

/** How many of the shown bars have, in their row of pixels, a part that is done and one that is not. */
async function halfFilledBars(page: Page): Promise<number> {
  const picture = sharp(await page.screenshot());
  const bars = await page.getByRole("region", { name: "Track" }).getByRole("progressbar").all();
  const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
  const filled = boxes.map(async (box) => {
    if (box === null) return false;
    const pixelAt = async (part: number) => {
      const at = { left: Math.round(box.x + part * box.width), top: Math.round(box.y + box.height / 2) };
      return (
        await picture
          .clone()
          .extract({ ...at, width: 1, height: 1 })
          .raw()
          .toBuffer()
      ).toString("hex");
    };
    return (await pixelAt(0.04)) !== (await pixelAt(0.96));
  });
  return (await Promise.all(filled)).filter(Boolean).length;
}

it("PAGE-11 under forced colours nothing is told by a fill or a shadow alone, on any screen", async () => {
  const admin = await openAdminSession(site.url);
  const found: string[] = [];
  const note = async (stop: string, page: Page) => {
    await keepPicture(page, `forced-${stop}`, { fullPage: false });
    for (const one of await lost(page)) found.push(`${stop}: ${one}`);
  };
  for await (const { name: stop, page } of tour({
    browser: site.browser,
    url: site.url,
    admin,
    name: "forced",
    width: 1440,
    height: 900,
    reducedMotion: "reduce",
    prepare: ({ page: prepared }) => prepared.emulateMedia({ forcedColors: "active" }),
  })) {
    await note(stop, page);
    if (stop === "race-running" && (await halfFilledBars(page)) < 6) found.push("bars of the still race");
  }
  const { page } = await visitAsAdmin(site.browser, {
    username: "forced_admin",
    url: site.url,
    path: "/admin",
  });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  for (const { name: tab } of adminTabs) {
    await page.goto(`${site.url}/admin/${tab}`);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    await note(tab, page);
  }
  expect(found).toEqual([]);
}, 900_000);
