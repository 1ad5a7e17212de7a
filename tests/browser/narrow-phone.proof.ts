import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { LANGUAGE_COOKIE } from "../../src/contract/wire/languages.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { keepPicture } from "../support/picture.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

// A settled race with a winner, and bets on five horses of the next one, which another bet would start.
beforeAll(async () => {
  const admin = await openAdminSession(site.url);
  const backers = await openBackers(site.url, admin);
  await backers.runRace(await backers.untilOpen());
  const next = await backers.untilOpen();
  await Promise.all(
    backers.players.slice(1).map((player, at) => player.bet(next.id, next.horses[at]!.id, 0.1234)),
  );
}, 240_000);

/**
 * Texts that end in an ellipsis or overflow their box, except hashes, inputs, and what is there only for screen
 * readers.
 */
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
        element.closest("code, input, ol.flex, [inert], [class*=sr-only]") === null &&
        Array.from(element.childNodes).some((child) => child instanceof Text && child.data.trim() !== ""),
    );
    return texts
      .filter((text) => overflows(text) || sticksOut(text))
      .map(({ textContent }) => textContent ?? "");
  });

/** A player with some money on the balance, with more digits than most. */
async function beWealthy(page: Page): Promise<void> {
  await page.route("**/api/wallet/balance/*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, balance: 1234.5678, available: 1234.5678 } });
  });
}

// The themes' fonts differ in width.
it.each(["main-prime", "solana-future"])(
  "PAGE-52 on the narrowest phone no amount, fact or name of a place is cut off, in both languages, in %s",
  async (theme) => {
    const admin = await openAdminSession(site.url);
    await changeSetting(admin, "theme", theme);
    const name = `slim-${theme.slice(0, 4)}`;
    const { page } = await visit(
      site.browser,
      { name, url: site.url },
      { width: 320, height: 640, reducedMotion: "reduce" },
    );
    await signUp(page, name);
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
      await keepPicture(page, `narrow-race-${language}-${theme}`);
      expect([language, "race", await cutOff(page)]).toEqual([language, "race", []]);
      for (const path of ["/dashboard", "/dashboard/profile", "/dashboard/titles", "/dashboard/referrals"]) {
        await page.goto(`${site.url}${path}`);
        await page.locator("[data-sheet] .card").last().waitFor();
        await page.waitForLoadState("networkidle");
        await keepPicture(page, `narrow${path.replaceAll("/", "-")}-${language}-${theme}`, {
          fullPage: false,
        });
        expect([language, path, await cutOff(page)]).toEqual([language, path, []]);
      }
      await page.goto(`${site.url}/leaderboard?period=all`);
      // The winner wears the title of a first win.
      await page.getByRole("main").getByText("[Maiden Breaker] · ").first().waitFor();
      await keepPicture(page, `narrow-leaderboard-${language}-${theme}`);
      expect([language, "leaderboard", await cutOff(page)]).toEqual([language, "leaderboard", []]);
    }
    // The page keeps requesting the balance until it is closed.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
);
