import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { shiftAt } from "../../src/track/camera.ts";
import { courseLength } from "../../src/track/distances.ts";
import { geometryOf, laneGround, laneLine } from "../../src/track/geometry.ts";
import { LANES } from "../../src/track/lanes.ts";
import { originX, runnersFor } from "../../src/track/runners.ts";
import { courseX } from "../../src/track/view.ts";
import { LANGUAGE_COOKIE } from "../../src/contract/wire/default-language.ts";
import { languages } from "../../src/contract/wire/languages.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { cutOff } from "../support/cut-off.ts";
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
  "on the narrowest phone no amount, fact or name of a place is cut off, in any language, in %s",
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
    const cut: string[] = [];
    // The wider fonts, so that each language is tried once.
    const tried = languages.filter(({ tag }) => theme === "solana-future" || tag === "de");
    for (const { tag: language } of tried) {
      const note = async (path: string) =>
        cut.push(...(await cutOff(page)).map((text) => `${language} ${path}: ${text}`));
      await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site.url }]);
      await page.goto(site.url);
      await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
      await page.locator("input[name=stake-source][aria-label*='1234']").waitFor({ state: "attached" });
      await page
        .locator("label", { has: page.getByRole("radio") })
        .first()
        .waitFor();
      // The bets of five players, below the bet slip.
      await page.getByRole("button", { name: "backer_6" }).waitFor();
      await keepPicture(page, `narrow-race-${language}-${theme}`);
      await note("/");
      for (const path of ["/dashboard", "/dashboard/profile", "/dashboard/titles", "/dashboard/referrals"]) {
        await page.goto(`${site.url}${path}`);
        await page.locator("[data-sheet] .card").last().waitFor();
        await page.waitForLoadState("networkidle");
        await keepPicture(page, `narrow${path.replaceAll("/", "-")}-${language}-${theme}`, {
          fullPage: false,
        });
        await note(path);
      }
      await page.goto(`${site.url}/leaderboard?period=all`);
      // The winner wears the title of a first win.
      await page.getByRole("main").getByText("[Maiden Breaker] · ").first().waitFor();
      await keepPicture(page, `narrow-leaderboard-${language}-${theme}`);
      await note("/leaderboard");
      await page.getByRole("button", { name: "backer_1", exact: true }).click();
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
      await keepPicture(page, `narrow-card-${language}-${theme}`, { fullPage: false });
      await note("card");
    }
    // The page keeps requesting the balance until it is closed.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(cut).toEqual([]);
  },
);

/** How far a horse reaches behind its origin at the gate, tail included, in units of anatomy.ts. */
const TAIL_BEHIND = 62;

/** The middle of each lane and the left edge of its horse at the gate, in CSS pixels of a track of this size. */
function lanesOf(
  width: number,
  height: number,
): readonly { readonly middle: number; readonly tail: number }[] {
  const geometry = geometryOf(width, height);
  const finishDistance = courseLength(12_000);
  const shift = shiftAt(geometry, { positions: Array.from({ length: LANES }, () => 0), finishDistance });
  return runnersFor(geometry, "0".repeat(32), null, LANES).map((runner, lane) => {
    const nose = courseX({ geometry, shift, ratio: 1 }, 0, laneGround(geometry, lane));
    return {
      middle: (laneLine(geometry, lane) + laneLine(geometry, lane + 1)) / 2,
      tail: originX(runner, 0, nose) - TAIL_BEHIND * runner.scale,
    };
  });
}

it.each(["main-prime", "solana-future"])(
  "names stand at their lanes, and at the gate none lies on its horse, from the narrowest phone up, in %s",
  async (theme) => {
    const admin = await openAdminSession(site.url);
    await changeSetting(admin, "theme", theme);
    for (const width of [320, 360, 390, 700]) {
      const { page, context } = await visit(
        site.browser,
        { name: `drawn-${width}`, url: site.url },
        { width, height: 640, reducedMotion: "no-preference" },
      );
      const track = page.getByRole("region", { name: "Track" });
      await track.locator("[role=img][aria-busy=false]").waitFor({ state: "attached" });
      await track.getByText("1 bet", { exact: true }).first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      await keepPicture(track, `lanes-${width}-${theme}`);
      const { size, labels } = await track.evaluate((shown) => ({
        size: shown.querySelector("[role=img]")!.getBoundingClientRect(),
        labels: Array.from(shown.querySelectorAll("ol[aria-label=Lanes] li"), (label) =>
          label.getBoundingClientRect(),
        ),
      }));
      expect(labels).toHaveLength(LANES);
      const found = lanesOf(size.width, size.height).map(({ middle, tail }, lane) => {
        const { top, bottom, right } = labels[lane]!;
        return {
          isOnHorse: right > size.left + tail,
          isInLane: Math.abs((top + bottom) / 2 - size.top - middle) < 2,
        };
      });
      expect([width, found]).toEqual([width, found.map(() => ({ isOnHorse: false, isInLane: true }))]);
      await context.close();
    }
  },
);
