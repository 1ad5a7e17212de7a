import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbedded } from "../../src/server/foundation/db/open-embedded.ts";
import { announcements } from "../../src/server/foundation/db/schema/announcements.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { objections, objectionsInThemes } from "../support/objections.ts";
import { signUp } from "../support/sign-up.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";

let server: ServerProcess;
let browser: Browser;
let admin: Player;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "furlong-data-"));
  await announce(dataDir);
  [server, browser] = await Promise.all([
    startServer({ dataDir, env: { LOCAL_PLAYERS: "8" } }),
    openBrowser(),
  ]);
  admin = await openAdminSession(server.url);
  // Its last 10 s belong to the race, and what comes before them to the titles.
  await changeSetting(admin, "countdown_seconds", "20");
  await changeSetting(admin, "extend_seconds", "5");
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Announcements that an admin has written before the server starts. */
async function announce(dataDir: string): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir });
  const createdAt = new Date();
  const soon = new Date(Date.now() + 60_000);
  const all = { segment: "all", createdAt } as const;
  await db.insert(announcements).values([
    { ...all, id: "a-1", title: "House rules", priority: -5 },
    { ...all, id: "a-2", title: "Jackpot race at 20:00 UTC", body: "<b>5 SOL</b> in the pool", priority: 9 },
    { ...all, id: "a-3", title: "Early news", endsAt: soon, priority: 5 },
    { ...all, id: "a-4", title: "Later news", startsAt: soon, priority: 6 },
    { ...all, id: "a-5", title: "For streamers", segment: "streamers", priority: 8 },
  ]);
  await close();
}

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];

/** Five players join through the link: an achievement that needs no luck. */
async function bringFive(referrer: string): Promise<void> {
  await Promise.all(
    [1, 2, 3, 4, 5].map(async (one) => {
      const friend = newPlayer(server.url);
      await friend.signIn();
      const username = `${referrer}-friend${one}`;
      const { status } = await friend.call("POST", "/api/users", {
        body: { walletAddress: friend.address, username, referrer },
      });
      expect(status).toBe(201);
    }),
  );
}

/** The house gives a title of its own to the player of the page. */
async function giveTitle(page: Page, name: string): Promise<void> {
  const post = (path: string, about: object) =>
    admin.call("POST", `/api/admin/titles${path}`, { body: { adminWallet: admin.address, ...about } });
  const { body } = await post("", { name, slug: name.toLowerCase() });
  const walletAddress = await page.evaluate(() => localStorage.getItem("walletAddress"));
  expect((await post("/assign", { walletAddress, titleId: body.title.id })).status).toBe(200);
}

// Together, since each waits for the same races.
describe.concurrent.each(sizes)("on a $name", ({ name, ...size }) => {
  it("TITLE-6 an achievement is announced, and its title is the active one everywhere", async () => {
    const { page, complaints } = await visit(browser, { name, url: server.url }, size);
    await signUp(page, `ada-${name}`);
    await page.getByRole("link", { name: "Titles" }).click();
    await page.getByText("You haven't unlocked any titles yet.").waitFor();
    await page.getByText("Ringmaster").waitFor();
    expect(await objections(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator("[data-sheet]").waitFor({ state: "detached" });

    // On a desk she wears another title when she earns this one; on a phone it is her first.
    const isFirst = name === "phone";
    const card = page.getByTestId("title-unlocked");
    if (!isFirst) {
      await giveTitle(page, "Steward");
      await card.getByText("[Steward]").waitFor({ timeout: 90_000 });
      await card.getByRole("button", { name: "Close" }).click({ timeout: 90_000 });
    }
    await bringFive(`ada-${name}`);
    await card.getByText("[Ringmaster]").waitFor({ timeout: 90_000 });
    // Never shown over the race's own moments.
    expect(await page.getByTestId("winner").count()).toBe(0);
    await card.hover({ timeout: 90_000 });
    expect(await objectionsInThemes(page, `title-earned-${name}`)).toEqual([]);
    // A race moment may have interrupted it meanwhile; then the card comes back afterwards.
    if (isFirst) {
      await card.getByText("Active", { exact: true }).waitFor({ timeout: 90_000 });
      await card.getByRole("button", { name: "Set Active" }).waitFor({ state: "hidden" });
      await card.getByRole("button", { name: "Close" }).click({ timeout: 90_000 });
    } else {
      await page.getByRole("banner").getByText("[Steward]").filter({ visible: true }).waitFor();
      await card.getByRole("button", { name: "Set Active" }).click({ timeout: 90_000 });
    }
    await card.waitFor({ state: "detached" });
    await page.getByRole("banner").getByText("[Ringmaster]").filter({ visible: true }).waitFor();

    await page.goto(`${server.url}/dashboard/titles`);
    const unlocked = page.getByRole("dialog").getByRole("listitem");
    await unlocked.filter({ hasText: "[Ringmaster]" }).getByText("Active", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^Set Active/ }).count()).toBe(isFirst ? 0 : 1);
    const again = await page.context().newPage();
    await again.goto(`${server.url}/leaderboard`);
    await again.getByRole("banner").getByText("[Ringmaster]").filter({ visible: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("news are shown as text, most important first, and follow their times without a reload", async () => {
    const { page } = await visit(browser, { name, url: server.url }, size);
    await signUp(page, `eve-${name}`);
    const news = page.getByRole("region", { name: "Announcements" });
    await news.getByRole("heading", { name: "Jackpot race at 20:00 UTC" }).waitFor();
    await news.getByText("<b>5 SOL</b> in the pool").waitFor();
    const more = news.getByRole("button", { name: /more announcement/ });
    if ((await more.count()) > 0) await more.click();
    await news.getByRole("heading", { name: "Later news" }).waitFor({ timeout: 90_000 });
    expect(await objectionsInThemes(page, `announcements-${name}`)).toEqual([]);
    expect(await news.getByRole("heading").allTextContents()).toEqual([
      "Jackpot race at 20:00 UTC",
      "Later news",
      "House rules",
    ]);
  });

  it("the leaderboard follows the races by itself, and its periods have addresses", async () => {
    const { page, complaints } = await visit(browser, { name, url: `${server.url}/leaderboard` }, size);
    await page.getByRole("heading", { name: "Leaderboard" }).waitFor();
    // The practice bettors' first race is settled some time after the page was opened.
    await page.getByRole("row").nth(1).waitFor({ timeout: 120_000 });
    expect(await objections(page)).toEqual([]);
    await page.getByRole("link", { name: "All time" }).click();
    await page.waitForURL("**/leaderboard?period=all");
    await page.getByRole("row").nth(1).waitFor();
    const shown = await page.getByRole("row").count();
    const { body } = await newPlayer(server.url).call("GET", "/api/leaderboard?period=all");
    expect(shown - 1).toBeLessThanOrEqual(body.leaderboard.length);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    expect(complaints).toEqual([]);
  });
});
