import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acquireLease } from "../../src/server/foundation/db/lease.ts";
import { type EmbeddedDatabase, openEmbedded } from "../../src/server/foundation/db/open-embedded.ts";
import { recordFinal } from "../../src/server/features/export/record-final.ts";
import { readRaceRecord } from "../../src/server/features/races/read/race-record.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { openTestServer, type TestServer } from "../support/http-server.ts";
import { objections } from "../support/objections.ts";
import { keepPicture } from "../support/picture.ts";
import type { Player } from "../support/player.ts";
import { newDataDir } from "../support/server-process.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

/** Each race takes half a minute. */
const RACES = 2;
/** Races of a past that another server, running over it, serves; `make-past.ts` says how much of it is real. */
const PAST_RACES = 2_000;
const RUN_BY_THE_ENGINE = Number(process.env["RACES_BY_ENGINE"] ?? 150);

const site = useSite();
let admin: Player;
let past: EmbeddedDatabase;
let pastServer: TestServer;

const path = "/provably-fair/history";
const phase = (page: Page) => page.getByTestId("phase");
const verdict = (page: Page) => page.getByTestId("history-verdict");
const figure = async (page: Page, name: string) =>
  Number((await page.locator(`[data-figure=${name}]`).innerText()).replaceAll(/\D/g, ""));

/** Ids of the recorded races. */
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

async function runRaces(): Promise<void> {
  admin = await openAdminSession(site.url);
  const backers = await openBackers(site.url, admin);
  for (let race = 0; race < RACES; race += 1) await backers.runRace(await backers.untilOpen());
  await untilRecorded(RACES);
}

async function openPast(): Promise<void> {
  const dataDir = await newDataDir();
  const program = join(import.meta.dirname, "../history/make-past.ts");
  const plan = [dataDir, PAST_RACES, RUN_BY_THE_ENGINE].map(String);
  await promisify(execFile)(process.execPath, ["--import", "tsx", program, ...plan]);
  past = await openEmbedded({ dataDir });
  const webRoot = join(import.meta.dirname, "../../dist/web");
  pastServer = await openTestServer({ database: past, webRoot });
}

// The races take time, but little of the machine: the past is generated meanwhile.
beforeAll(() => Promise.all([runRaces(), openPast()]), 1_800_000);
afterAll(async () => {
  await pastServer?.close();
  await past?.close();
});

async function check(page: Page, start: string): Promise<void> {
  await page.getByRole("button", { name: start, exact: true }).click();
  await expect.poll(() => phase(page).innerText(), { timeout: 120_000 }).toMatch(/^(Done|Fertig)$/);
}

describe.each([
  { theme: "main-prime", width: 1440, height: 900, locale: "en-US" },
  { theme: "solana-future", width: 390, height: 844, locale: "de-AT" },
] as const)("in $theme at $width px", ({ theme, width, height, locale }) => {
  it(`HISTORY-1 HISTORY-4 HISTORY-5 LOG-13 real races are checked in a fresh browser, against the chain too, ${theme}`, async () => {
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
    await phase(page).getByText(say("Not started yet", "Noch nicht begonnen")).waitFor();
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
    await page
      .getByTestId("chain-read")
      .getByText(say("of the log’s notary", "vom Notar des Protokolls"))
      .waitFor();
    await keepPicture(page, `history-done-${theme}`);
    expect(await objections(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** The longest uninterrupted time that the page's own thread was busy, in milliseconds. */
const watchThread = `
  self.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) self.longest = Math.max(self.longest, duration);
  }).observe({ type: "longtask" });
`;

it("HISTORY-1 HISTORY-2 HISTORY-3 HISTORY-5 2,000 races are checked in a fresh profile, closed in the middle and gone on with, and a lie in the database is found", async () => {
  const { page, context } = await visit(site.browser, {
    name: "leaver",
    url: `${pastServer.url}/leaderboard`,
  });
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${pastServer.url}${path}`);
  await phase(page).getByText("Not started yet").waitFor();
  await page.evaluate(watchThread);
  await page.getByRole("button", { name: "Start the Check" }).click();
  await expect
    .poll(() => figure(page, "races"), { timeout: 60_000, interval: 50 })
    .toBeGreaterThan(PAST_RACES / 4);
  expect(await figure(page, "perSecond")).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Pause" }).click();
  await phase(page).getByText("Paused").waitFor();
  const before = await figure(page, "races");
  expect(before).toBeLessThan(PAST_RACES - 1);
  await verdict(page).getByText("Everything holds so far").waitFor();
  expect(await page.evaluate("longest")).toBeLessThan(400);
  // Everything checked so far is stored now; later progress is stored once a second, and may be lost with the page.
  const read = new Set(asked.filter((name) => name.endsWith(".ndjson")));
  expect(read.size).toBeGreaterThan(1);

  await page.getByRole("button", { name: "Continue" }).click();
  await phase(page).getByText("Reading and checking").waitFor();
  await page.close();
  asked.length = 0;
  const again = await context.newPage();
  await again.goto(`${pastServer.url}${path}`);
  await phase(again).getByText("Paused").waitFor();
  expect(await figure(again, "races")).toBeGreaterThanOrEqual(before);
  await check(again, "Continue");
  await verdict(again)
    .getByText(`all ${PAST_RACES - 1} races`)
    .waitFor();
  const readAgain = asked.filter((name) => read.has(name));
  // Only the day in the middle of which it was paused.
  expect(readAgain.length).toBeLessThanOrEqual(1);

  const saved = again.waitForEvent("download");
  await again.getByRole("button", { name: "Download the Report" }).click();
  const report = JSON.parse(readFileSync((await (await saved).path()) ?? "", "utf8")) as object;
  expect(report).toMatchObject({ races: PAST_RACES - 1, faultCount: 0, faults: [] });

  await findsTheLie(again);
  await again.getByRole("button", { name: "Start Over" }).click();
  await phase(again).getByText("Not started yet").waitFor();
  await context.close();
});

/** The newest race is recorded with a lie in it; the check continues from everything that held. */
async function findsTheLie(page: Page): Promise<void> {
  const race = `race-${PAST_RACES}`;
  const told = await past.db.execute(
    sql`update bets set payout = payout - 1 where race_id = ${race} and result = 'win'`,
  );
  expect(told).toMatchObject({ affectedRows: 1 });
  const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
  const token = await acquireLease(past.db, { name: "t", holder: "h", ttlMs: 60_000, force: true });
  await recordFinal({
    db: past.db,
    clock,
    lease: { name: "t", token: token ?? 0n },
    readRace: readRaceRecord,
  });
  await check(page, "Check What Is New");
  await verdict(page).getByText("not hold").waitFor();
  expect(await figure(page, "races")).toBe(PAST_RACES);
  const line = page.locator(`[data-race=${race}]`).first();
  expect(await line.getAttribute("data-rule")).toMatch(/^(MONEY-4|INV-4)$/);
  expect(await line.locator("dd").allInnerTexts()).toHaveLength(2);
  // No other race is accused.
  expect(await page.locator(`[data-race]:not([data-race=${race}])`).count()).toBe(0);
  await keepPicture(page, "history-lie");
  expect(await objections(page)).toEqual([]);
}

it("HISTORY-5 says that nothing is there yet, why it could not be read, and that the visitor is offline", async () => {
  const { page, context } = await visit(site.browser, { name: "early", url: `${site.url}/leaderboard` });
  await context.route("**/api/export**", (route) =>
    route.fulfill({
      json: new URL(route.request().url()).pathname.endsWith("/records")
        ? { success: true, records: [], nextCursor: null }
        : { success: true, days: [], next: 1 },
    }),
  );
  await page.goto(`${site.url}${path}`);
  await check(page, "Start the Check");
  await page.getByText("Nothing has been published yet.").waitFor();
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
