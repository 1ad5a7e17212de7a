import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { findOrInstallHeadlessShell } from "../support/chromium.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });
let watcher: Player;
/** One that has a back-forward cache. */
let browser: Browser;

beforeAll(async () => {
  const admin = await openAdminSession(site.url);
  await changeSetting(admin, "countdown_seconds", "60");
  watcher = newPlayer(site.url);
  browser = await chromium.launch({
    executablePath: findOrInstallHeadlessShell(),
    args: ["--headless=new", "--no-sandbox", "--disable-gpu"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
});
afterAll(() => browser?.close());

interface Turn {
  /** The seconds that the page began to show. */
  readonly shown: number;
  /** When it did, in ms of the machine's true clock. */
  readonly at: number;
}

/** Notes each change of the countdown by the clock of the machine, which no test changes. */
const noteTurns = (page: Page) =>
  page.addInitScript(() => {
    const trueNow = Date.now.bind(Date);
    const turns: Turn[] = [];
    Object.assign(window, { turns });
    const look = () => {
      const text = document.querySelector("[data-testid=countdown]")?.textContent ?? "";
      const shown = Number.parseInt(text, 10);
      if (text !== "" && shown !== turns.at(-1)?.shown) turns.push({ shown, at: trueNow() });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

const countdownWithLeft = (seconds: number) =>
  until("a countdown", async () => {
    const { race } = (await watcher.call("GET", "/api/races/active")).body;
    if (race?.status !== "countdown") return null;
    const endsAt = Date.parse(race.countdownEndsAt);
    return endsAt - Date.now() > seconds * 1000 && endsAt;
  });

/** The greatest error of the turns that the page makes from a second after `since` on, in ms. */
async function greatestError(page: Page, endsAt: number, since: number) {
  await page.waitForTimeout(Math.max(0, since + 5_500 - Date.now()));
  const turns = (await page.evaluate(() => (window as unknown as { turns: Turn[] }).turns)).filter(
    ({ at }) => at > since + 1_000,
  );
  expect(turns.length).toBeGreaterThan(2);
  // "8" is shown from eight seconds before the end on.
  return Math.max(...turns.map(({ shown, at }) => Math.abs(at - (endsAt - shown * 1000))));
}

const open = async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
  const page = await context.newPage();
  await noteTurns(page);
  return { page, session: await context.newCDPSession(page) };
};
const showsCountdown = (page: Page) => page.getByTestId("countdown").waitFor();

/** The machine sleeps: its monotonic clock stands still, its wall clock does not. */
const sleeps = (page: Page, ms: number) =>
  page.evaluate((lost) => {
    const running = performance.now.bind(performance);
    performance.now = () => running() - lost;
  }, ms);

/** Somebody sets the machine's clock. */
const setsClock = (page: Page, ms: number) =>
  page.evaluate((by) => {
    const running = Date.now.bind(Date);
    Date.now = () => running() + by;
  }, ms);

const freezes = async (session: CDPSession, page: Page, ms: number) => {
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await new Promise((resolve) => setTimeout(resolve, ms));
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await page.bringToFront();
};

it.each<readonly [string, (page: Page, session: CDPSession) => Promise<void>]>([
  ["a sleep of 90 seconds", (page) => sleeps(page, 90_000)],
  ["a sleep of 0.8 seconds", (page) => sleeps(page, 800)],
  ["the clock being set an hour ahead", (page) => setsClock(page, 3_600_000)],
  ["the clock being set a day back", (page) => setsClock(page, -86_400_000)],
  ["eight frozen seconds", (page, session) => freezes(session, page, 8_000)],
])(
  "PAGE-4 a second after %s the countdown is right within 300 ms",
  async (_what, happens) => {
    const { page, session } = await open();
    await page.goto(site.url);
    const endsAt = await countdownWithLeft(20);
    await showsCountdown(page);
    await happens(page, session);
    expect(await greatestError(page, endsAt, Date.now())).toBeLessThan(300);
    await page.close();
  },
  240_000,
);

it("PAGE-4 a second after the first answer that follows a sleep the countdown is right, however many requests failed", async () => {
  const { page } = await open();
  await page.goto(site.url);
  const endsAt = await countdownWithLeft(25);
  await showsCountdown(page);
  let refused = 0;
  await page.route("**/api/public/runtime", (route) => {
    refused += 1;
    return route.abort();
  });
  await sleeps(page, 90_000);
  await page.waitForTimeout(3_000);
  await page.unroute("**/api/public/runtime");
  expect(refused).toBeGreaterThan(1);
  expect(refused).toBeLessThan(6);
  // It asks again within a second.
  expect(await greatestError(page, endsAt, Date.now() + 1_000)).toBeLessThan(300);
  await page.close();
}, 240_000);

it("PAGE-4 a page from the back-forward cache and a copy of it show the right time", async () => {
  const { page } = await open();
  await page.goto(site.url);
  const endsAt = await countdownWithLeft(30);
  await showsCountdown(page);
  await page.goto("about:blank");
  await page.waitForTimeout(5_000);
  await page.goBack();
  const back = Date.now();
  const copy = await page.context().newPage();
  await noteTurns(copy);
  await copy.goto(site.url);
  const copied = Date.now();
  await showsCountdown(copy);
  expect(await greatestError(copy, endsAt, copied)).toBeLessThan(300);
  await page.bringToFront();
  expect(await greatestError(page, endsAt, Math.max(back, Date.now() - 1_000))).toBeLessThan(300);
  await page.close();
}, 240_000);
