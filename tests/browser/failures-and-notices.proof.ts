import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { genesisHashes } from "../../src/domain/genesis-hashes.ts";
import { races } from "../../src/contract/races/races.ts";
import { writeReply } from "../../src/contract/wire/wire.ts";
import { LAMPORTS_PER_SOL, lamports } from "../../src/domain/lamports.ts";
import { admins } from "../../src/server/foundation/db/schema/admins.ts";
import {
  newNotification,
  notificationView,
  type Notice,
  notify,
  notifyAll,
} from "../../src/server/foundation/notifications/stored-notifications.ts";
import { writeSetting } from "../../src/server/foundation/settings/stored-settings.ts";
import { exampleRace } from "../../src/web/foundation/live/testing/example-race.ts";
import { leaveDashboard, visit } from "../support/browser.ts";
import { objectionsAtSizes, objectionsInThemes } from "../support/objections.ts";
import { keepPicture } from "../support/picture.ts";
import { until } from "../support/until.ts";
import { signUp } from "../support/sign-up.ts";
import { useTestSite } from "../support/test-site.ts";

const site = useTestSite();

const walletOf = (page: Page) => page.evaluate(() => localStorage.getItem("walletAddress") ?? "");

it("LIMITS-17 what does not load is only logged, and can be requested again", async () => {
  const { page } = await visit(site.browser, { name: "silent", url: site.url });
  await signUp(page, "silent");
  const logged: string[] = [];
  page.on("console", (line) => logged.push(line.text()));
  const broken = /\/api\/(races\/history|titles|notifications|announcements|referrals|admin\/public|emotes)/;
  const balance = "**/api/wallet/balance/*";
  for (const call of [broken, balance]) await page.route(call, (route) => route.abort());
  await page.addInitScript(() => localStorage.setItem("theme", "solana-future"));
  await page.reload();
  const sheet = page.getByRole("dialog", { name: "Profile Dashboard" });
  const again = sheet.getByRole("button", { name: "Try again" });
  // Recent races, notifications, and the balance, of which neither the server nor the chain says anything.
  await expect.poll(() => again.count()).toBe(3);
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "solana-future");
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await objectionsAtSizes(page, "dashboard-not-loaded")).toEqual([]);
  // The previous tab stays until the next one's code has loaded.
  const isAskedFor = () => expect.poll(() => again.count()).toBe(1);
  await sheet.getByRole("link", { name: "Titles" }).click();
  await isAskedFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await sheet.getByRole("link", { name: "Referrals" }).click();
  await isAskedFor();
  await sheet.getByText("You earn 5% of the fee").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByRole("list", { name: "News" }).getByRole("listitem").count()).toBe(0);
  for (const what of ["history", "titles", "notifications", "announcements", "balance", "the theme"]) {
    expect(logged).toContainEqual(expect.stringContaining(`Loading ${what} failed.`));
  }

  await sheet.getByRole("link", { name: "Titles" }).click();
  await again.waitFor();
  await page.unroute(broken);
  await again.click();
  await sheet.getByText("You haven't unlocked any titles yet.").waitFor();

  await sheet.getByRole("link", { name: "Dashboard" }).click();
  await again.waitFor();
  await page.unroute(balance);
  await again.click();
  await sheet.getByText("0.0000 in wallet · 0.0000 held here").waitFor();
});

it("LIMITS-17 notifications are counted, shown, marked as read and cleared; a failure is only logged", async () => {
  const { page } = await visit(site.browser, { name: "noted", url: site.url });
  await signUp(page, "noted");
  const wallet = await walletOf(page);
  await leaveDashboard(page);
  const bell = (name: string) => page.getByRole("banner").getByRole("button", { name, exact: true });
  await bell("Notifications").waitFor();
  const toasts = page.getByRole("list", { name: "News" });
  const tell = (notification: Parameters<typeof notificationView>[0]) =>
    site.server.sockets.broadcast.toWallet(wallet, "user-notification", {
      notification: notificationView(notification),
    });
  const notice: Notice = {
    wallet,
    kind: "bet_refunded",
    params: { raceId: "race-3", amount: lamports(LAMPORTS_PER_SOL) },
  };
  tell(await site.server.db.transaction((tx) => notify(tx, site.server, notice)));
  await toasts.getByText("Bet refunded").waitFor();
  await bell("Notifications, 1 unread").click();
  const item = page.getByRole("listitem").filter({ hasText: "your 1 SOL were returned to your balance" });
  const opacity = () => item.last().evaluate((element) => getComputedStyle(element).opacity);
  await page.getByRole("button", { name: "Mark all read" }).waitFor();
  expect(await opacity()).toBe("1");
  const failed: string[] = [];
  page.on(
    "console",
    (line) => void (/notifications.* failed\./.test(line.text()) && failed.push(line.text())),
  );
  const changes = /\/api\/notifications\/(mark-read|clear)/;
  await page.route(changes, (route) => route.fulfill({ status: 503, body: "<h1>Gone</h1>" }));
  await page.getByRole("button", { name: "Mark all read" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => failed.length).toBe(2);
  expect(failed[0]).toContain("Marking the notifications as read failed.");
  expect(failed[1]).toContain("Clearing the notifications failed.");
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await opacity()).toBe("1");
  await page.unroute(changes);
  await page.getByRole("button", { name: "Mark all read" }).click();
  await bell("Notifications").waitFor();
  await expect.poll(opacity).toBe("0.7");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("Nothing new.").waitFor();
  await page.keyboard.press("Escape");

  await toasts.getByRole("listitem").waitFor({ state: "detached" });
  const profiles: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(`/api/users/${wallet}`)) profiles.push(request.url());
  });
  tell(newNotification(site.server, { wallet, kind: "streak_changed", params: { streak: 3 } }));
  await expect.poll(() => profiles.length).toBe(1);
  tell(newNotification(site.server, { wallet, kind: "balance_changed", params: {} }));
  await expect.poll(() => profiles.length).toBe(2);
  expect(await toasts.getByRole("listitem").count()).toBe(0);
});

it("old notifications are shown by pages, remain when a new one arrives, and are all cleared at once", async () => {
  const { page } = await visit(site.browser, { name: "keeper", url: site.url });
  await signUp(page, "keeper");
  const wallet = await walletOf(page);
  const tell = (notices: readonly Notice[]) =>
    site.server.db.transaction((tx) => notifyAll(tx, site.server, notices));
  const won = (number: number): Notice => ({
    wallet,
    kind: "race_won",
    params: { raceId: `race-${number}`, amount: lamports(LAMPORTS_PER_SOL) },
  });
  await tell(Array.from({ length: 45 }, (_, at) => won(at + 1)));
  await page.reload();
  const card = page.getByRole("dialog", { name: "Profile Dashboard" });
  const items = card.getByRole("listitem").filter({ hasText: "You won" });
  const older = card.getByRole("button", { name: "Show older" });
  await expect.poll(() => items.count()).toBe(20);
  await older.click();
  await expect.poll(() => items.count()).toBe(40);
  await older.scrollIntoViewIfNeeded();
  expect(await objectionsInThemes(page, "older-notifications")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await older.scrollIntoViewIfNeeded();
  expect(await objectionsInThemes(page, "older-notifications-phone")).toEqual([]);
  await older.click();
  await expect.poll(() => items.count()).toBe(45);
  expect(await older.count()).toBe(0);
  const [news] = await tell([won(46)]);
  if (news === undefined) throw new Error("nothing was stored");
  site.server.sockets.broadcast.toWallet(wallet, "user-notification", {
    notification: notificationView(news),
  });
  await card.getByText("race #46").waitFor();
  await expect.poll(() => items.count()).toBe(46);
  await card.getByRole("button", { name: "Clear" }).click();
  await card.getByText("Nothing new.").waitFor();
});

it("as many steps of the streak are lit as races were won in a row", async () => {
  const { page } = await visit(site.browser, { name: "lucky", url: site.url });
  const steps = page.locator("li[data-lit=true]").filter({ visible: true });
  const lit = () => steps.allInnerTexts();
  expect(await lit()).toEqual([]);
  let streak = 3;
  await page.route("**/api/users/*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (body.user) body.user.current_win_streak = streak;
    return route.fulfill({ response: answer, json: body });
  });
  await signUp(page, "lucky");
  await page.goto(site.url);
  await expect.poll(lit).toHaveLength(3);
  for (const [index, name] of ["In The Money", "Exacta", "Trifecta"].entries())
    expect((await lit())[index]).toContain(name);
  streak = 4;
  await page.reload();
  await steps.getByText("Superfecta").waitFor();
});

it("BET-11 under maintenance the bet button is disabled for all but admins, and a line says why", async () => {
  const { page } = await visit(site.browser, { name: "patient", url: site.url });
  const button = page.getByRole("button", { name: "Disabled (maintenance)" });
  const set = (value: "true" | "false") =>
    site.server.db.transaction((tx) =>
      writeSetting(tx, { key: "site_maintenance_enabled", value, by: null, at: new Date() }),
    );
  await set("true");
  await page.reload();
  await page.getByText("Maintenance: new bets and withdrawals are paused.").waitFor();
  expect(await objectionsAtSizes(page, "maintenance")).toEqual([]);
  expect(await button.isDisabled()).toBe(true);
  await signUp(page, "patient");
  await page.goto(site.url);
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  const wallet = await walletOf(page);
  await site.server.db.insert(admins).values({ wallet, appointedBy: wallet, appointedAt: new Date() });
  await page.reload();
  await page.getByRole("button", { name: "Betting Closed" }).waitFor();
  expect(await button.count()).toBe(0);
  await set("false");
});

it("under maintenance Enter places no bet, for all but admins", async () => {
  const { page } = await visit(site.browser, { name: "typist", url: site.url });
  await signUp(page, "typist");
  const open = writeReply(races.getActiveRace, { race: exampleRace(), yourBet: null, nextRaceAt: null });
  await page.route("**/api/races/active", (route) => route.fulfill({ json: open }));
  await page.route("**/api/public/runtime", async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), maintenance: true } });
  });
  const prepared: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/bet/prepare")) prepared.push(request.url());
  });
  const betByKeys = async (button: string) => {
    await page.goto(site.url);
    await page.getByRole("button", { name: button }).waitFor();
    await until("the key to pick the horse", async () => {
      await page.keyboard.press("2");
      return page.getByRole("radio", { name: /^2 / }).isChecked();
    });
    await page.keyboard.press("Enter");
  };
  await betByKeys("Disabled (maintenance)");
  await page.waitForTimeout(300);
  expect(prepared).toEqual([]);
  const wallet = await walletOf(page);
  await site.server.db.insert(admins).values({ wallet, appointedBy: wallet, appointedAt: new Date() });
  await betByKeys("Place Bet");
  await expect.poll(() => prepared.length).toBe(1);
});

it("RACE-14 a page opened in the pause between races shows when the next one begins", async () => {
  const { page, context } = await visit(site.browser, { name: "early", url: "about:blank" });
  const at = new Date(site.server.clock.now());
  const race = exampleRace({ status: "completed", completed_at: at, serverNow: at });
  const nextRaceAt = new Date(at.getTime() + 500_000);
  const body = writeReply(races.getActiveRace, { race, yourBet: null, nextRaceAt });
  await page.route("**/api/races/active", (route) => route.fulfill({ json: body }));
  for (const [name, size] of Object.entries({ desk: [1440, 900], phone: [390, 844] } as const)) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    await page.goto(site.url);
    const seconds = page.getByText(/^(500|4\d\d)s$/).first();
    await seconds.waitFor();
    expect(await seconds.isVisible()).toBe(true);
    await keepPicture(page, `pause-${name}`, { fullPage: false });
  }
  await context.close();
});

it.each([
  { what: "is", genesis: genesisHashes.devnet, banners: 1 },
  { what: "is not", genesis: genesisHashes["mainnet-beta"], banners: 0 },
])("the node is asked whether the chain $what the test network", async ({ genesis, banners }) => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.route("**/api/public/runtime", async (route) => {
    const response = await route.fetch();
    const changed = { network: "devnet", rpcDevnet: `${site.url}/a-node`, genesisHash: null };
    return route.fulfill({ response, json: { ...(await response.json()), ...changed } });
  });
  const asked: string[] = [];
  await page.route("**/a-node", (route) => {
    asked.push((route.request().postDataJSON() as { method: string }).method);
    return route.fulfill({ json: { jsonrpc: "2.0", id: 1, result: genesis } });
  });
  await page.goto(site.url);
  await expect.poll(() => asked).toEqual(["getGenesisHash"]);
  await page.waitForTimeout(300);
  expect(await page.getByText("Devnet: test SOL has no value.").count()).toBe(banners);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});

it("a page that cannot be rendered is replaced by a text and a button that reloads it", async () => {
  const { page, context } = await visit(site.browser, { name: "shaken", url: site.url });
  await context.addInitScript(() => {
    if (sessionStorage.getItem("broken") === null) return;
    Object.defineProperty(Intl, "DateTimeFormat", {
      get() {
        throw new Error("no dates today");
      },
    });
  });
  await signUp(page, "shaken");
  await page.evaluate(() => sessionStorage.setItem("broken", "yes"));
  await page.reload();
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  expect(await objectionsAtSizes(page, "page-broken")).toEqual([]);
  await page.evaluate(() => sessionStorage.removeItem("broken"));
  await page.getByRole("button", { name: "Reload Page" }).click();
  await page.getByRole("dialog", { name: "Profile Dashboard" }).getByText("shaken").waitFor();
  expect(await page.getByRole("heading", { name: "Something went wrong" }).count()).toBe(0);
});
