import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { newBrowser } from "../support/browser-session.ts";
import { visit } from "../support/browser.ts";
import { openLiveSocket } from "../support/live-socket.ts";
import type { Player } from "../support/player.ts";
import { objectionsAtSizes, objectionsInThemes } from "../support/objections.ts";
import { openRelay } from "../support/relay.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { openAdminSession } from "../support/admin-session.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });
let admin: Player;
beforeAll(async () => {
  admin = await openAdminSession(site.url);
});

const activeRace = async () =>
  (await newBrowser(site.url).call("GET", "/api/races/active")).body.race as {
    readonly id: string;
    readonly status: string;
    readonly startsAt: string | null;
    readonly countdownEndsAt: string | null;
  } | null;

const untilRace = (
  what: string,
  is: (race: NonNullable<Awaited<ReturnType<typeof activeRace>>>) => boolean,
) =>
  until(what, async () => {
    const race = await activeRace();
    return race !== null && is(race) && race;
  });

/** A race that has just started, so that there is time to check it. */
const untilRunning = () =>
  untilRace("a race that runs", ({ startsAt }) => {
    const sinceMs = Date.now() - Date.parse(startsAt ?? "");
    return sinceMs > 0 && sinceMs < 3_000;
  });

it("a phone shows facts about horses, why a bet failed, and that betting is closed", async () => {
  const { page, complaints } = await visit(
    site.browser,
    { name: "petra", url: site.url },
    { width: 390, height: 844 },
  );
  const about = page.getByRole("button", { name: /^About 4 / });
  await about.click();
  await page.locator("#horse-details-4").getByText("Win rate").waitFor();
  await page.getByRole("button", { name: /^About 2 / }).press("Enter");
  await page.locator("#horse-details-2").getByText("Win rate").waitFor();
  expect(await page.locator("#horse-details-4").count()).toBe(0);

  await signUp(page, "petra");
  await page.goto(site.url);
  await page.route("**/bet/prepare", (route) => route.abort());
  await untilRace(
    "an open race",
    ({ status, countdownEndsAt }) =>
      status === "pending" ||
      (status === "countdown" && Date.parse(countdownEndsAt ?? "") > Date.now() + 8_000),
  );
  await chooseHorse(page, 4);
  await page.getByRole("button", { name: /^Bet 4/ }).click();
  const alert = page.getByRole("alert").filter({ visible: true });
  await alert.getByText("Failed to prepare bet", { exact: true }).waitFor();
  await page.route("**/bet/prepare", (route) => route.fulfill({ status: 503, body: "<h1>Gone</h1>" }));
  await page.getByRole("button", { name: /^Bet 4/ }).click();
  await alert.getByText("Failed to prepare bet", { exact: true }).waitFor();
  await page.route("**/bet/prepare", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/json",
      body: JSON.stringify({ success: false, code: "ALREADY_BET", message: "Once is enough" }),
    }),
  );
  await page.getByRole("button", { name: /^Bet 4/ }).click();
  await alert.getByText("Once is enough", { exact: true }).waitFor();
  expect(await objectionsInThemes(page, "bet-refused")).toEqual([]);
  await chooseHorse(page, 2);
  await page
    .getByText("Betting is currently closed. Wait for the next race.")
    .filter({ visible: true })
    .waitFor({ timeout: 60_000 });
  expect(complaints.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
  await page.context().close();
});

/** Records what the pool shows, frame by frame: each text once, with its time. */
const watchPool = (page: Page) =>
  page.evaluate(() => {
    const seen: { text: string; at: number }[] = [];
    (window as unknown as { pool: typeof seen }).pool = seen;
    const look = () => {
      const text = document.querySelector("[data-testid=pool] [data-target]")?.textContent ?? "";
      if (text !== seen.at(-1)?.text) seen.push({ text, at: performance.now() });
      requestAnimationFrame(look);
    };
    look();
  });

const showsRaceOfNow = (page: Page) =>
  until("the race of now on the page", async () => {
    const race = await activeRace();
    const shown = await page.getByRole("region", { name: "Race pool" }).textContent();
    return race !== null && shown?.includes(`#${race.id.replace(/\D/g, "")}`);
  });

/** How long the network is down. */
const OUTAGE_MS = 60_000;

const chat = (page: Page) => page.getByRole("complementary", { name: "Lobby chat" });

/** What a page without a network does not learn of: a message in the chat, and 0.5 SOL more on the player's balance. */
async function changeMeanwhile(wallet: string): Promise<number> {
  const live = await openLiveSocket(site.url, admin);
  await live.ask("join-room", "lobby");
  const message = { content: "said meanwhile", room: "lobby" };
  expect(await live.ask("send-message", message)).toMatchObject({ success: true });
  live.close();
  const { body } = await admin.call(
    "GET",
    `/api/admin/user/${wallet}/details?walletAddress=${admin.address}`,
  );
  const expectedBalance: number = body.user.balance;
  const change = { expectedBalance, newBalance: expectedBalance + 0.5, reason: "a gift" };
  const changed = await admin.call("POST", "/api/admin/balance", {
    body: { adminWallet: admin.address, walletAddress: wallet, ...change },
  });
  expect(changed.body).toMatchObject({ success: true });
  return change.newBalance;
}

it("a page recovers from a server that is killed during a race, and from a minute without a network", async () => {
  const relay = await openRelay(site.server.port);
  const near = await visit(
    site.browser,
    { name: "norma", url: site.url },
    { reducedMotion: "no-preference" },
  );
  const far = await visit(site.browser, { name: "fiona", url: "about:blank" });
  const opened = far.page.waitForEvent("websocket");
  await far.page.goto(relay.url);
  await (await opened).waitForEvent("framereceived");
  await signUp(far.page, "fiona");
  await far.page.goto(relay.url);
  await chat(far.page)
    .getByText(/online$/)
    .waitFor();
  const wallet = await far.page.evaluate(() => localStorage.getItem("walletAddress") ?? "");
  const lost = (page: Page) => page.getByText("Live connection lost. Reconnecting…");
  const logged: string[] = [];
  near.page.on("console", (line) => logged.push(line.text()));
  await watchPool(near.page);
  const running = await untilRunning();
  await near.page.getByText("LIVE", { exact: true }).first().waitFor();
  relay.cut();
  const cutAt = Date.now();
  await site.server.kill();
  await lost(near.page).waitFor();
  expect(await lost(near.page).count()).toBe(1);
  await site.restart();
  await lost(near.page).waitFor({ state: "hidden", timeout: 15_000 });
  // The same race goes on and ends; the page catches up with it and with the current race.
  await near.page.locator(`a[href="/race/${running.id}"]`).first().waitFor({ timeout: 40_000 });
  await showsRaceOfNow(near.page);
  // Bets of the current race move the pool again.
  const figures = await until("a pool that runs", async () => {
    const pool = await near.page.evaluate(() => (window as unknown as { pool: { text: string }[] }).pool);
    const shown = pool.map(({ text }) => text).filter((text) => text !== "");
    return shown.length > 4 && shown;
  });
  expect(figures.filter((text) => !/^[\d,]+\.\d{4}$/.test(text))).toEqual([]);
  // The browser itself logs each failed connection; the page reports each thing once.
  const own = logged
    .filter((line) => !/WebSocket|ERR_/.test(line))
    .flatMap((line) => /^(.+?) failed\./.exec(line)?.[1] ?? []);
  expect(own).toEqual([...new Set(own)]);
  await near.context.close();

  await lost(far.page).waitFor({ timeout: 40_000 });
  expect(await lost(far.page).count()).toBe(1);
  expect(await objectionsAtSizes(far.page, "connection-lost")).toEqual([]);
  const balance = await changeMeanwhile(wallet);
  await until("a minute without a network", async () => Date.now() - cutAt > OUTAGE_MS, { everyMs: 1_000 });
  relay.mend();
  await lost(far.page).waitFor({ state: "hidden", timeout: 30_000 });
  await showsRaceOfNow(far.page);
  await chat(far.page).getByRole("button", { name: "a_chief: said meanwhile", exact: true }).waitFor();
  await far.page
    .getByRole("radio", { name: `Balance ${balance.toFixed(4)}`, exact: true })
    .waitFor({ state: "attached" });
  await relay.close();
});

/** States of all audio contexts that a page has opened. */
const audioOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { contexts: AudioContext[] }).contexts.map(({ state }) => state));

it("sound waits for the player, comes back with a gesture, and is silent while the page is hidden", async () => {
  const { page, context, complaints } = await visit(site.browser, { name: "sven", url: site.url });
  await context.addInitScript(() => {
    const contexts: AudioContext[] = [];
    Object.assign(window, { contexts });
    const Real = AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        contexts.push(this);
      }
    };
  });
  await page.reload();
  const button = page.getByRole("button", { name: "Sound" });
  await button.waitFor();
  await page.mouse.click(5, 300);
  expect(await audioOf(page)).toEqual([]);
  await button.click();
  expect(await audioOf(page)).toHaveLength(1);
  await page.reload();
  await button.waitFor();
  expect(await audioOf(page)).toEqual([]);
  await untilRunning();
  await until("the sound after a gesture", async () => {
    await page.mouse.click(5, 300);
    return (await audioOf(page)).includes("running");
  });
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await until("silence on a hidden page", async () => (await audioOf(page)).join() === "suspended");
  expect(complaints).toEqual([]);
});
