import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openAdminSession } from "../support/admin-session.ts";
import { visit } from "../support/browser.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import type { Player } from "../support/player.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

// Nobody bets, so that no race runs meanwhile.
const site = useSite({ env: { LOCAL_PLAYERS: "0" } });

const strip = (page: Page) => page.getByRole("complementary", { name: "Announcement" });
const close = (page: Page) => strip(page).getByRole("button", { name: "Close the announcement" });

/** The last of the page to come: what the wallet holds decides what the slip says. */
const wholePage = async (page: Page) => {
  await page.getByText("No bets in this race yet.").waitFor();
  await page.getByRole("complementary", { name: "Lobby chat" }).waitFor();
  await page
    .getByText("Your wallet does not cover this bet and its fee.")
    .filter({ visible: true })
    .waitFor();
};

/** Everything of the page that must not move. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll("main .panel, main [role=img]"), (part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height];
    }),
  );

const announce = async (admin: Player, title: string, more: object = {}) => {
  const { body } = await admin.call("POST", "/api/admin/announcements", {
    body: { adminWallet: admin.address, title, segment: "all", ...more },
  });
  expect(body).toMatchObject({ success: true });
};

it("NEWS-9 an announcement stands over the race page, moves nothing, and once closed stays closed", async () => {
  const admin = await openAdminSession(site.url);
  const { page, complaints } = await visit(site.browser, { name: "player", url: site.url });
  await signUp(page, "player");
  await page.goto(site.url);
  await wholePage(page);
  const before = await placesOf(page);
  await announce(admin, "A jackpot race at eight", { body: "<b>Be there</b>.\nAll of you.", priority: 5 });
  await announce(admin, "New horses next week");
  await page.reload();
  await strip(page).getByText("A jackpot race at eight").waitFor();
  // Text is text.
  await strip(page).getByText("<b>Be there</b>.").waitFor();
  await wholePage(page);
  await expect.poll(() => placesOf(page)).toEqual(before);
  expect(await objectionsAtSizes(page, "announcement-strip")).toEqual([]);

  await close(page).press("Enter");
  await strip(page).getByText("New horses next week").waitFor();
  await close(page).click();
  await strip(page).waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("No bets in this race yet.").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await strip(page).count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem("closedAnnouncements"))).toBeNull();
  // The dashboard has them still; what stood there is not shown on the race page.
  await announce(admin, "Only on the dashboard");
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole("heading", { name: "A jackpot race at eight" }).waitFor();
  await page.getByRole("heading", { name: "Only on the dashboard" }).waitFor();
  expect(await strip(page).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator("[data-sheet]").waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  expect(await strip(page).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("NEWS-9 a visitor's browser remembers what was closed, on a phone too", async () => {
  const { page, complaints } = await visit(
    site.browser,
    { name: "visitor", url: site.url },
    { width: 390, height: 844 },
  );
  await strip(page).getByText("A jackpot race at eight").waitFor();
  for (const _ of [1, 2, 3]) await close(page).click();
  await strip(page).waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("No bets in this race yet.").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await strip(page).count()).toBe(0);
  expect(complaints).toEqual([]);
});
