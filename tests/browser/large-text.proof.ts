import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminTabs } from "../../src/web/features/admin/tabs.ts";
import { visitAsAdmin } from "../support/admin-page.ts";
import { openAdminSession } from "../support/admin-session.ts";
import { openBrowser } from "../support/browser.ts";
import { cutOff } from "../support/cut-off.ts";
import { keepPicture } from "../support/picture.ts";
import { useSite } from "../support/site.ts";
import { tour } from "../support/tour.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });
const phone = { width: 390, height: 844, reducedMotion: "reduce" } as const;
let browser: Browser;
beforeAll(async () => {
  // What somebody sets who needs larger letters: 16 px if nobody does.
  browser = await openBrowser(["--blink-settings=defaultFontSize=32"]);
});
afterAll(() => browser?.close());

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

it("PAGE-12 with letters of twice the size a phone shows every screen of a player whole", async () => {
  const admin = await openAdminSession(site.url);
  const found: string[] = [];
  for await (const { name: stop, page } of tour({
    browser,
    url: site.url,
    admin,
    name: "large",
    ...phone,
  })) {
    await keepPicture(page, `large-${stop}`, { fullPage: false });
    if ((await sidewaysScroll(page)) > 0) found.push(`${stop}: scrolls sideways`);
    for (const text of await cutOff(page)) found.push(`${stop}: ${text}`);
  }
  expect(found).toEqual([]);
}, 900_000);

it("PAGE-12 with letters of twice the size no tab of the admin panel scrolls sideways on a phone", async () => {
  const { page } = await visitAsAdmin(
    browser,
    { username: "large_admin", url: site.url, path: "/admin" },
    phone,
  );
  const wide: string[] = [];
  for (const { name: tab } of adminTabs) {
    await page.goto(`${site.url}/admin/${tab}`);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await page.waitForLoadState("networkidle");
    await keepPicture(page, `large-admin-${tab}`);
    if ((await sidewaysScroll(page)) > 0) wide.push(tab);
  }
  expect(wide).toEqual([]);
});
