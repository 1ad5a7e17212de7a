import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { openEmbedded } from "../../src/server/db/open-embedded.ts";
import { type DayFile, fileDays, textOf } from "../history/day-files.ts";
import { trueHistory } from "../history/true-history.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { type Backers, openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { objections } from "../support/objections.ts";
import type { Player } from "../support/player.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

/** Each takes half a minute. */
const RACES = 2;
/** Enough to be closed in the middle of. */
const LONG_RACES = 2_500;

const site = useSite();
let admin: Player;
let backers: Backers;

const path = "/provably-fair/history";
const phase = (page: Page) => page.getByTestId("phase");
const verdict = (page: Page) => page.getByTestId("history-verdict");
const figure = async (page: Page, name: string) =>
  Number((await page.locator(`[data-figure=${name}]`).innerText()).replaceAll(/\D/g, ""));

/** Ids of the races that are recorded. */
async function recordedRaces(): Promise<readonly string[]> {
  const { body } = await admin.call("GET", "/api/export/records?cursor=1&limit=1000");
  return (body.records as readonly string[]).flatMap((line) => {
    const record = JSON.parse(line) as { readonly kind: string; readonly race: { readonly id: string } };
    return record.kind === "race" ? [record.race.id] : [];
  });
}

const untilRecorded = (count: number) =>
  until("the records of the races", async () => {
    const recorded = await recordedRaces();
    return recorded.length >= count && recorded;
  });

beforeAll(async () => {
  admin = await openAdminSession(site.url);
  backers = await openBackers(site.url, admin);
  for (let race = 0; race < RACES; race += 1) await backers.runRace(await backers.untilOpen());
  await untilRecorded(RACES);
}, 240_000);

async function check(page: Page, start: string): Promise<void> {
  await page.getByRole("button", { name: start, exact: true }).click();
  await expect.poll(() => phase(page).innerText(), { timeout: 120_000 }).toMatch(/^(Done|Fertig)$/);
}

describe.each([
  { theme: "main-prime", width: 1440, height: 900, locale: "en-US" },
  { theme: "solana-future", width: 390, height: 844, locale: "de-AT" },
] as const)("in $theme at $width px", ({ theme, width, height, locale }) => {
  it(`HISTORY-1 HISTORY-4 HISTORY-5 real races are checked in a fresh browser, against the chain too, ${theme}`, async () => {
    await changeSetting(admin, "theme", theme);
    const isGerman = locale.startsWith("de");
    const say = (english: string, german: string) => (isGerman ? german : english);
    const { page, complaints } = await visit(
      site.browser,
      { name: "auditor", url: `${site.url}/provably-fair` },
      { width, height, locale },
    );
    await page
      .getByRole("link", { name: say("Check all of history", "Die ganze Geschichte prüfen") })
      .click();
    await phase(page).getByText(say("Not begun yet", "Noch nicht begonnen")).waitFor();
    await keepPicture(page, `history-fresh-${theme}`);
    expect(await objections(page)).toEqual([]);
    await check(page, say("Start the Check", "Prüfung beginnen"));
    await verdict(page).getByText(say("Everything holds", "Alles stimmt")).waitFor();
    expect(await figure(page, "races")).toBeGreaterThanOrEqual(RACES);

    await page.getByLabel(say("A node of my choice", "Einen Knoten meiner Wahl")).check();
    await page.getByLabel(say("RPC URL of a node", "RPC-URL eines Knotens")).fill("http://example.com");
    await page.getByRole("alert").getByText("https://").waitFor();
    await page.getByLabel(say("RPC URL of a node", "RPC-URL eines Knotens")).fill(`${site.url}/rpc`);
    await check(page, say("Check What Is New", "Neues prüfen"));
    await page
      .getByTestId("chain-read")
      .getByText(say("as they were published", "sind, wie veröffentlicht"))
      .waitFor();
    await keepPicture(page, `history-done-${theme}`);
    expect(await objections(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** Where pictures are wanted: each state of the page as a file. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** A long history in the place of the site's own. */
async function publish(context: BrowserContext, days: readonly DayFile[], sealed: number) {
  const asked: string[] = [];
  const lines = days.flatMap((day) => day.lines);
  const next = days.slice(0, sealed).reduce((sum, { records }) => sum + records, 1);
  await context.route("**/api/export**", async (route) => {
    const url = new URL(route.request().url());
    asked.push(url.pathname);
    if (url.pathname === "/api/export") {
      const shown = days.slice(0, sealed).map(({ day, sha256, records }) => ({ day, sha256, records }));
      return route.fulfill({ json: { success: true, days: shown, next } });
    }
    if (url.pathname === "/api/export/records") {
      const from = Number(url.searchParams.get("cursor"));
      const end = from + 299;
      const records = lines.slice(from - 1, end);
      return route.fulfill({
        json: { success: true, records, nextCursor: end < lines.length ? String(end + 1) : null },
      });
    }
    const file = days.find(({ sha256 }) => url.pathname.includes(sha256));
    return file === undefined ? route.abort() : route.fulfill({ body: textOf(file) });
  });
  return asked;
}

/** The longest that the page's own thread was busy at a stretch, in milliseconds. */
const watchThread = `
  self.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) self.longest = Math.max(self.longest, duration);
  }).observe({ type: "longtask" });
`;

it("HISTORY-3 HISTORY-5 a check that is closed in the middle goes on where it was, and the page stays smooth", async () => {
  const days = [...fileDays(trueHistory({ races: LONG_RACES, everyMs: 300_000 }))];
  const { page, context } = await visit(site.browser, { name: "leaver", url: `${site.url}/leaderboard` });
  const asked = await publish(context, days, days.length - 1);
  await page.goto(`${site.url}${path}`);
  await phase(page).getByText("Not begun yet").waitFor();
  await page.evaluate(watchThread);
  await page.getByRole("button", { name: "Start the Check" }).click();
  await expect
    .poll(() => figure(page, "races"), { timeout: 60_000, interval: 50 })
    .toBeGreaterThan(LONG_RACES / 4);
  expect(await figure(page, "perSecond")).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await phase(page).getByText("Paused").waitFor();
  const before = await figure(page, "races");
  expect(before).toBeLessThan(LONG_RACES);
  await verdict(page).getByText("Everything holds so far").waitFor();
  expect(await page.evaluate("longest")).toBeLessThan(400);

  await page.getByRole("button", { name: "Go On" }).click();
  await phase(page).getByText("Reading and checking").waitFor();
  await page.close();
  const read = new Set(asked.filter((name) => name.endsWith(".ndjson")));
  asked.length = 0;
  const again = await context.newPage();
  await again.goto(`${site.url}${path}`);
  await phase(again).getByText("Paused").waitFor();
  expect(await figure(again, "races")).toBeGreaterThanOrEqual(before);
  await check(again, "Go On");
  await verdict(again).getByText(`all ${LONG_RACES} races`).waitFor();
  const readAgain = asked.filter((name) => read.has(name));
  // The day in whose middle it was closed.
  expect(readAgain.length).toBeLessThanOrEqual(1);

  const saved = again.waitForEvent("download");
  await again.getByRole("button", { name: "Download the Report" }).click();
  const report = JSON.parse(readFileSync((await (await saved).path()) ?? "", "utf8")) as object;
  expect(report).toMatchObject({ races: LONG_RACES, faultCount: 0, faults: [], days: days.length - 1 });
  await again.getByRole("button", { name: "Start Over" }).click();
  await phase(again).getByText("Not begun yet").waitFor();
  await context.close();
});

it("HISTORY-5 says that nothing is there yet, why it could not be read, and that the visitor is offline", async () => {
  const { page, context } = await visit(site.browser, { name: "early", url: `${site.url}/leaderboard` });
  await publish(context, [], 0);
  await page.goto(`${site.url}${path}`);
  await check(page, "Start the Check");
  await page.getByText("Nothing is published yet.").waitFor();
  expect(await verdict(page).count()).toBe(0);
  await context.unroute("**/api/export**");
  await context.route("**/api/export**", (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.getByRole("button", { name: "Check What Is New" }).click();
  await page
    .getByRole("alert")
    .getByText("The server's record could not be read: /api/export: 404")
    .waitFor();
  await context.setOffline(true);
  await page.getByRole("alert").getByText("You are offline.").waitFor();
  await keepPicture(page, "history-offline");
  await context.setOffline(false);
  await context.close();
});

it("HISTORY-2 a lie in the server's own database is found, and shown with its race and both values", async () => {
  const { page, context } = await visit(site.browser, { name: "doubter", url: `${site.url}${path}` });
  await check(page, "Start the Check");
  await verdict(page).getByText("Everything holds").waitFor();

  const known = (await recordedRaces()).length;
  const race = await backers.untilOpen();
  await backers.runRace(race);
  expect(await recordedRaces()).not.toContain(race.id);
  await site.server.kill();
  await lie(race.id);
  await site.restart();
  await untilRecorded(known + 1);

  await check(page, "Check What Is New");
  await verdict(page).getByText("not hold").waitFor();
  const line = page.locator(`[data-race=${race.id}]`).first();
  expect(await line.getAttribute("data-rule")).toMatch(/^(MONEY-4|INV-4)$/);
  expect(await line.locator("dd").allInnerTexts()).toHaveLength(2);
  await keepPicture(page, "history-lie");
  expect(await objections(page)).toEqual([]);
  await line.getByRole("link").click();
  await page.waitForURL(`**/provably-fair?race=${race.id}`);
  await context.close();
});

/** A winner of a race gets a lamport less than is due. */
async function lie(raceId: string): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir: site.server.dataDir });
  await db.execute(sql`update bets set payout = payout - 1 where race_id = ${raceId} and result = 'win'`);
  await close();
}
