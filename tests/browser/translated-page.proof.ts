import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { adminTabs } from "../../src/web/features/admin/tabs.ts";
import { visitAsAdmin } from "../support/admin-page.ts";
import { openAdminSession } from "../support/admin-session.ts";
import type { Json } from "../support/browser-session.ts";
import { visit } from "../support/browser.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { tour } from "../support/tour.ts";
import { translatedTexts, translatePages, type TranslatorManner } from "../support/translator.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });

interface Seen {
  /** Seconds that the page showed to the start, beside those that the server's time says. */
  readonly seconds: { readonly shown: number; readonly due: number; readonly where: string }[];
  /** The pool as shown, and when. */
  readonly pool: { readonly shown: string; readonly at: number }[];
}

/** Reads the figures of the page ten times a second from now on, as somebody who looks at it does. */
const watchFigures = (page: Page) =>
  page.evaluate(() => {
    const seen: Seen = { seconds: [], pool: [] };
    let endsAt: number | null = null;
    Object.assign(window, { seen });
    const ask = async () => {
      const { race } = await (await fetch("/api/races/active")).json();
      endsAt = race?.status === "countdown" ? Date.parse(race.countdownEndsAt) : null;
    };
    setInterval(() => void ask().catch(() => (endsAt = null)), 500);
    setInterval(() => {
      const pool = document.querySelector("[data-testid=pool]")?.textContent;
      if (pool && pool !== seen.pool.at(-1)?.shown) seen.pool.push({ shown: pool, at: Date.now() });
      if (endsAt === null || endsAt < Date.now()) return;
      const due = (endsAt - Date.now()) / 1000;
      for (const where of ["countdown", "next-up"]) {
        const text = document.querySelector(`[data-testid=${where}]`)?.textContent;
        const shown = Number.parseInt(text ?? "", 10);
        if (!Number.isNaN(shown)) seen.seconds.push({ shown, due, where });
      }
    }, 100);
  });

const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

const activeRace = async (player: Player) => (await player.call("GET", "/api/races/active")).body.race;

/** Waits for the end of a race that had not ended yet, and returns it. */
async function untilNextResult(player: Player) {
  const before = await until("a race to follow", async () => {
    const race = await activeRace(player);
    return race && race.status !== "completed" && race.status !== "refunded" && race;
  });
  return until("the end of the race", async () => {
    const race = await activeRace(player);
    return race?.id === before.id && (race.status === "completed" || race.status === "refunded") && race;
  });
}

/** Opens the race page of a player as a translator leaves it. */
async function openTranslated(manner: TranslatorManner, size: { width: number; height: number }) {
  const visitor = await visit(site.browser, { name: `trans${manner}`, url: site.url }, size);
  const { page, context } = visitor;
  await signUpWithSol(visitor);
  await translatePages(context, manner);
  await page.goto(site.url);
  await page.getByTestId("pool").waitFor();
  await watchFigures(page);
  return visitor;
}

async function mustShowResult(ended: Json, page: Page): Promise<void> {
  await page.getByTestId("winner").waitFor();
  expect(await translatedTexts(page)).toBeGreaterThan(20);
  const name = ended.horses.find(({ number }: Json) => number === ended.places[0]).name;
  await page.getByTestId("winner").getByText(name).waitFor();
  const pool = (ended.totalPool as number).toFixed(4);
  await expect.poll(() => page.getByTestId("pool").innerText()).toContain(pool);
  await page.getByTestId("winner").waitFor({ state: "detached" });
}

// Both at once, beside the same races.
it("PAGE-1 a translator that replaces or wraps texts leaves a race page in order for two races, with the figures right", async () => {
  const somebody = newPlayer(site.url);
  const visitors = [
    await openTranslated("replaces", { width: 1440, height: 900 }),
    await openTranslated("wraps", { width: 390, height: 844 }),
  ];
  for (const race of [1, 2]) {
    const ended = await untilNextResult(somebody);
    await Promise.all(visitors.map(({ page }) => mustShowResult(ended, page)));
    for (const { page } of visitors) expect((await seenOn(page)).seconds.length).toBeGreaterThan(race * 20);
  }
  for (const { page, complaints } of visitors) {
    const { seconds } = await seenOn(page);
    // The ring and the card, each rounded up, on a page that may be busy for some hundred milliseconds.
    expect(seconds.filter(({ shown, due }) => shown - due > 1.6 || due - shown > 0.6)).toEqual([]);
    // Each once: what a translator left behind would be there beside the new text.
    const texts = await page.getByRole("region", { name: "Race pool" }).innerText();
    expect(texts.match(/SOL/g)).toHaveLength(1);
    expect(complaints).toEqual([]);
  }
}, 400_000);

/** Notes what a page says that goes wrong where a translator has changed its nodes. */
function noteBreaks(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error" && /Node|React/.test(line.text())) complaints.push(line.text());
  });
  return complaints;
}

async function faultsOn(page: Page, name: string, complaints: string[]): Promise<string[]> {
  const faults = complaints.splice(0).map((complaint) => `${name}: ${complaint}`);
  if ((await page.getByText("Something went wrong").count()) > 0) faults.push(`${name}: went wrong`);
  if ((await translatedTexts(page)) <= 5) faults.push(`${name}: is not translated`);
  return faults;
}

/** What goes wrong on the product's screens as a translator leaves them. */
async function faultsOnTour(manner: TranslatorManner, size: { width: number; height: number }) {
  const admin = await openAdminSession(site.url);
  let complaints: string[] = [];
  const faults: string[] = [];
  for await (const { name, page } of tour({
    browser: site.browser,
    url: site.url,
    admin,
    name: `tour${manner}`,
    reducedMotion: "reduce",
    ...size,
    prepare: async ({ context, page: shown }) => {
      await translatePages(context, manner);
      complaints = noteBreaks(shown);
    },
  })) {
    faults.push(...(await faultsOn(page, name, complaints)));
  }
  return faults;
}

it("PAGE-1 a translator that replaces or wraps texts breaks no screen of the product", async () => {
  const tours = [
    faultsOnTour("replaces", { width: 390, height: 844 }),
    faultsOnTour("wraps", { width: 1440, height: 900 }),
  ];
  expect(await Promise.all(tours)).toEqual([[], []]);
}, 900_000);

/** Each reached from the one before as by a link, so that this one's translated nodes are removed. */
const furtherPaths = [
  "/status",
  "/provably-fair/history",
  "/provably-fair/statistics",
  "/rules-log",
  // With the player's sessions.
  "/dashboard/profile",
  ...adminTabs.map(({ name }) => `/admin/${name}`),
  "/",
];

it.each([
  ["replaces", { width: 390, height: 844 }],
  ["wraps", { width: 1440, height: 900 }],
] as const)(
  "PAGE-1 a translator that %s texts breaks neither status, history and statistics nor a tab of the admin panel",
  async (manner, size) => {
    const { page, context } = await visitAsAdmin(
      site.browser,
      { username: `admin${manner}`, url: site.url, path: "/rules-log" },
      size,
    );
    await translatePages(context, manner);
    const complaints = noteBreaks(page);
    await page.reload();
    const faults: string[] = [];
    for (const path of furtherPaths) {
      await page.evaluate((to) => history.pushState(null, "", to), path);
      await page.getByRole("heading").first().waitFor();
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(500);
      faults.push(...(await faultsOn(page, path, complaints)));
    }
    expect(faults).toEqual([]);
  },
  300_000,
);
