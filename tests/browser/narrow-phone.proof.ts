import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { LANGUAGE_COOKIE } from "../../src/contract/wire/languages.ts";
import { openAdminSession } from "../support/admin-session.ts";
import { visit } from "../support/browser.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });

/** Texts that end in dots or stick out of their place, but for hashes and what is typed. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.clientWidth > 1 && element.checkVisibility();
    const overflows = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const sticksOut = (element: Element) => {
      const frame = element.closest(".card, .panel")?.getBoundingClientRect();
      return frame !== undefined && element.getBoundingClientRect().right > frame.right + 1;
    };
    const texts = Array.from(document.querySelectorAll("body *")).filter(
      (element) =>
        isShown(element) &&
        element.closest("code, input, ol.flex, [inert]") === null &&
        Array.from(element.childNodes).some((child) => child instanceof Text && child.data.trim() !== ""),
    );
    return texts
      .filter((text) => overflows(text) || sticksOut(text))
      .map(({ textContent }) => textContent ?? "");
  });

/** A player who has some money on the balance, with more digits than most. */
async function beWealthy(page: Page): Promise<void> {
  await page.route("**/api/wallet/balance/*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, balance: 1234.5678, available: 1234.5678 } });
  });
}

it("PAGE-52 on the narrowest phone no amount, fact or name of a place is cut off, in both languages", async () => {
  await openAdminSession(site.url);
  const { page } = await visit(
    site.browser,
    { name: "slim", url: site.url },
    { width: 320, height: 640, reducedMotion: "reduce" },
  );
  await signUp(page, "slim");
  await beWealthy(page);
  for (const language of ["en", "de"]) {
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site.url }]);
    await page.goto(site.url);
    await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
    await page.locator("input[name=stake-source][aria-label*='1234']").waitFor({ state: "attached" });
    await page
      .locator("label", { has: page.getByRole("radio") })
      .first()
      .waitFor();
    expect([language, "race", await cutOff(page)]).toEqual([language, "race", []]);
    for (const path of ["/dashboard", "/dashboard/profile", "/dashboard/titles", "/dashboard/referrals"]) {
      await page.goto(`${site.url}${path}`);
      await page.locator("[data-sheet] .card").last().waitFor();
      await page.waitForLoadState("networkidle");
      expect([language, path, await cutOff(page)]).toEqual([language, path, []]);
    }
    await page.goto(`${site.url}/leaderboard?period=all`);
    await page.getByRole("main").locator("section").waitFor();
    expect([language, "leaderboard", await cutOff(page)]).toEqual([language, "leaderboard", []]);
  }
  // The page asks for the balance until it is closed.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
