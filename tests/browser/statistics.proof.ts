import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/day-length.ts";
import { openTestLog } from "../support/open-test-log.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { manualClock } from "../support/clock.ts";
import { exportOf } from "../support/export.ts";
import { openTestServer, type TestServer } from "../support/http-server.ts";
import { objections } from "../support/objections.ts";
import { keepPicture } from "../support/picture.ts";
import { openRaceRoom, type RaceRoom, SOL } from "../support/race-room.ts";

const RACES = 30;
/** Races per day. */
const A_DAY = 10;

/** Races run by the real engine with a clock that is moved forward, and the server over the same database. */
let room: RaceRoom;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  room = await openRaceRoom({ clock: manualClock(Date.parse("2026-11-20T12:00:00.000Z")) });
  const webRoot = join(import.meta.dirname, "../../dist/web");
  [server, browser] = await Promise.all([
    openTestServer({ database: room.database, webRoot }),
    openBrowser(),
    runRaces(),
  ]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await room?.close();
});

async function runRaces(): Promise<void> {
  const log = exportOf(room);
  await openTestLog(room);
  await room.fundHouse(100n * SOL);
  await room.setting("next_race_delay", "0");
  for (let race = 1; race <= RACES; race += 1) {
    const { id } = await room.openRace();
    const { winner } = await room.outcome(id);
    const other = (winner % 6) + 1;
    // Now and then nobody bets on the winner.
    await room.bet(id, "alice", {
      horse: race % 9 === 0 ? other : winner,
      stake: BigInt(race) * 10_000_003n,
    });
    await room.clock.advance(1_500 * race);
    await room.bet(id, "bob", { horse: other, stake: 400_000_000n });
    await room.runToEnd(id);
    await room.confirmAnchors();
    await log.record();
    await room.clock.advance(12_000);
    // What the payment worker leaves once a payment is final; those of the last race are still on their way.
    if (race < RACES)
      await room.db.execute(
        sql`update payments set status = 'completed', signature = translate(encode(sha256(convert_to(id, 'UTF8')), 'hex'), '0', 'z')
             where kind = 'payout'`,
      );
    await log.record();
    if (race % A_DAY !== 0) continue;
    await room.clock.advance(DAY_MS);
    if (race < RACES) await log.seal();
  }
}

const path = "/provably-fair/statistics";
const phase = (page: Page) => page.getByTestId("phase");
const figure = async (page: Page, name: string) =>
  Number((await page.locator(`[data-figure=${name}]`).first().innerText()).replaceAll(/\D/g, ""));
const cellsOf = (page: Page, row: string) =>
  page.locator(`[data-row="${row}"]`).first().locator("th, td").allInnerTexts();

async function count(page: Page, start: string): Promise<void> {
  await page.getByRole("button", { name: start, exact: true }).click();
  await expect.poll(() => phase(page).innerText()).toMatch(/^(Done|Fertig)$/);
}

// oxlint-disable-next-line typescript/no-explicit-any -- records exactly as their lines have them
type Loose = any;

/** Everything that is published, read as a stranger would read it. */
async function published(): Promise<readonly Loose[]> {
  const read = async (at: string) => (await (await fetch(`${server.url}${at}`)).json()) as Loose;
  const lines: string[] = [];
  const { days, next } = await read("/api/export");
  for (const { sha256 } of days) {
    const text = await (await fetch(`${server.url}/api/export/${sha256}.ndjson`)).text();
    lines.push(...text.trimEnd().split("\n").slice(1));
  }
  for (let from: string | null = String(next); from !== null;) {
    const { records, nextCursor } = await read(`/api/export/records?cursor=${from}&limit=500`);
    lines.push(...records);
    from = nextCursor;
  }
  return lines.map((line) => JSON.parse(line) as Loose);
}

describe.each([
  { theme: "main-prime", width: 1440, height: 900, locale: "en-US" },
  { theme: "solana-future", width: 390, height: 844, locale: "de-AT" },
] as const)("in $theme at $width px", ({ theme, width, height, locale }) => {
  it(`STATS-2 STATS-3 STATS-4 STATS-5 what it shows is what the records come to, ${theme}`, async () => {
    await room.setting("theme", theme);
    const isGerman = locale.startsWith("de");
    const say = (english: string, german: string) => (isGerman ? german : english);
    const { page, complaints } = await visit(
      browser,
      { name: "counter", url: `${server.url}/provably-fair` },
      { width, height, locale },
    );
    await page.getByRole("link", { name: say("Statistics in the open", "Offene Statistik") }).click();
    await phase(page).getByText(say("Not started yet", "Noch nicht begonnen")).waitFor();
    await keepPicture(page, `statistics-fresh-${theme}`);
    expect(await objections(page)).toEqual([]);
    // Using only the keyboard.
    await page.getByRole("button", { name: say("Start Counting", "Zählung beginnen") }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => phase(page).innerText()).toMatch(/^(Done|Fertig)$/);

    const records = await published();
    const races = records.filter(({ kind }) => kind === "race").map(({ race }) => race);
    expect(races).toHaveLength(RACES);
    expect(await figure(page, "races")).toBe(RACES);
    const mark = isGerman ? "," : ".";
    const sol = (lamports: bigint) => (Number(lamports) / 1e9).toFixed(4).replace(".", mark);
    for (let horse = 1; horse <= 6; horse += 1) {
      const wins = races.filter(({ winning_horse: winner }) => winner === horse).length;
      const [, shown] = await cellsOf(page, `horse-${horse}`);
      expect(Number(shown)).toBe(wins);
    }
    const paid = races.filter(({ settlement }) => settlement.kind === "paid");
    const sum = (of: readonly Loose[], amount: (race: Loose) => string) =>
      of.reduce((total, race) => total + BigInt(amount(race)), 0n);
    const staked = sum(paid, ({ settlement }) => settlement.pool);
    const bets = paid.flatMap(({ settlement }) => settlement.bets);
    const returned = sum(bets, ({ payout }) => payout);
    const refunded = sum(
      races.filter((race) => !paid.includes(race)),
      ({ settlement }) => settlement.pool,
    );
    const percent = (Number(returned) / Number(staked)) * 100;
    expect((await cellsOf(page, "all")).slice(1)).toEqual([
      String(paid.length),
      sol(staked),
      sol(0n),
      sol(returned),
      sol(sum(paid, ({ settlement }) => settlement.fee)),
      sol(refunded),
      `${percent.toFixed(2).replace(".", mark)}${isGerman ? "\u00a0" : ""}%`,
    ]);
    const payouts = records.filter(({ kind, outcome }) => kind === "payout" && outcome === "paid");
    const counted = page.getByTestId("payouts").locator("[data-figure=counted]");
    expect(Number(await counted.innerText())).toBe(payouts.length);
    await page
      .getByTestId("refunds")
      .getByText(`${RACES - paid.length}`)
      .first()
      .waitFor();
    await page.getByTestId("few").waitFor();

    // The charts, which are loaded only when they are shown.
    await expect.poll(() => page.locator("canvas").count()).toBeGreaterThanOrEqual(4);
    await keepPicture(page, `statistics-done-${theme}`);
    expect(await objections(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** Holds up the browser's matching requests until they are released. */
async function holdUp(context: BrowserContext, pattern: string) {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let isAsked = false;
  await context.route(pattern, async (route) => {
    isAsked = true;
    await held;
    return route.continue();
  });
  return { release: () => release(), isAsked: () => isAsked };
}

it("STATS-5 it is paused, closed and continued, kept for the next visit, saved and counted anew", async () => {
  const { page, context } = await visit(browser, { name: "leaver", url: `${server.url}${path}` });
  // The first file is read; records that are not in a file yet have to wait.
  const later = await holdUp(context, "**/api/export/records**");
  await page.getByRole("button", { name: "Start Counting" }).click();
  await expect.poll(() => later.isAsked()).toBe(true);
  await page.getByRole("button", { name: "Pause" }).click();
  later.release();
  await phase(page).getByText("Paused").waitFor();
  const before = await figure(page, "races");
  expect(before).toBeGreaterThanOrEqual(2 * A_DAY);
  expect(before).toBeLessThan(RACES);
  await page.close();

  const again = await context.newPage();
  await again.goto(`${server.url}${path}`);
  await phase(again).getByText("Paused").waitFor();
  expect(await figure(again, "races")).toBe(before);
  await count(again, "Continue");
  expect(await figure(again, "races")).toBe(RACES);

  const download = async (name: string) => {
    const saved = again.waitForEvent("download");
    await again.getByRole("button", { name }).click();
    return readFileSync((await (await saved).path()) ?? "", "utf8");
  };
  const report = JSON.parse(await download("Save as JSON")) as Loose;
  expect(report).toMatchObject({ furlong: "statistics", races: RACES, chance: { horses: { length: 6 } } });
  expect(report.total.staked).toMatch(/^\d+$/);
  expect(await download("Save as CSV")).toContain(`all,,races,${RACES}\r\n`);

  await again.reload();
  await phase(again).getByText("Done").waitFor();
  expect(await figure(again, "races")).toBe(RACES);
  await again.getByRole("button", { name: "Count Again" }).click();
  await phase(again).getByText("Not started yet").waitFor();
  await count(again, "Start Counting");
  expect(await figure(again, "races")).toBe(RACES);
  await context.close();
});

it("STATS-5 says that nothing is there yet, why it could not be read, what was exchanged, and that one is offline, and goes on by itself", async () => {
  const { page, context } = await visit(browser, { name: "early", url: `${server.url}/leaderboard` });
  await context.route("**/api/export", (route) =>
    route.fulfill({ json: { success: true, days: [], next: 1 } }),
  );
  await context.route("**/api/export/records**", (route) =>
    route.fulfill({ json: { success: true, records: [], nextCursor: null } }),
  );
  await page.goto(`${server.url}${path}`);
  await count(page, "Start Counting");
  await page.getByText("Nothing has been published yet.").waitFor();
  await context.unroute("**/api/export/records**");
  await context.unroute("**/api/export");

  await context.route("**/api/export/*.ndjson", async (route) => {
    const real = await route.fetch();
    return route.fulfill({ response: real, body: (await real.text()).replace('"fee":"', '"fee":"1') });
  });
  await page.getByRole("button", { name: "Count What Is New" }).click();
  await page.getByRole("alert").getByText("2026-11-20: SHA-256").waitFor();
  expect(await figure(page, "races")).toBe(0);
  await context.unroute("**/api/export/*.ndjson");

  await context.route("**/api/export**", (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("alert").getByText("could not be read: /api/export: 404").waitFor();
  await context.setOffline(true);
  await page.getByRole("alert").getByText("You are offline.").waitFor();
  await keepPicture(page, "statistics-offline");
  expect(await objections(page)).toEqual([]);
  await context.unroute("**/api/export**");
  await context.setOffline(false);
  await expect.poll(() => phase(page).innerText()).toBe("Done");
  expect(await figure(page, "races")).toBe(RACES);
  await context.close();
});
