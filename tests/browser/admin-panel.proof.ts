import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { raceLabel } from "../../src/domain/race-label.ts";
import { approveInWallet, visitAsAdmin } from "../support/admin-page.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { objections, objectionsInThemes } from "../support/objections.ts";
import { newPlayer } from "../support/player.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";
import { dialog } from "../support/dialog.ts";

const site = useSite();

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
const tabs = {
  overview: "Overview",
  settings: "Game Settings",
  races: "Races",
  horses: "Horses",
  approvals: "Approvals",
  special: "Special Events",
  payouts: "Payouts",
  revenue: "Revenue",
  wallets: "House Wallets",
  users: "Users",
  titles: "Titles",
  audit: "Audit Log",
  announcements: "Announcements",
  emotes: "Emote Groups",
  themes: "Theme Settings",
} as const;

const said = (page: Page, text: string) => page.getByTestId("admin-banner").getByText(text);
const isPhone = (name: string) => name === "phone";

async function confirmRisk(page: Page, phrase: string): Promise<void> {
  const save = dialog(page).getByRole("button", { name: "Save: Jackpot pool" });
  await dialog(page).getByText("The jackpot").first().waitFor();
  expect(await save.isDisabled()).toBe(true);
  expect(await objectionsInThemes(page, `risk-${page.viewportSize()?.width}`)).toEqual([]);
  await dialog(page).getByLabel(`Type “${phrase}” to confirm`).fill(phrase);
  await save.click();
}

let settledRace: string;
beforeAll(async () => {
  const player = newPlayer(site.url);
  await player.signIn();
  await player.createProfile("low_gear");
  const backers = await openBackers(site.url, await openAdminSession(site.url));
  const race = await backers.untilOpen();
  await backers.runRace(race);
  settledRace = race.id;
});

describe.each(sizes)("on a $name", ({ name, ...size }) => {
  it("a visitor is asked to connect, and who is no admin is told so and sent to the race", async () => {
    const { page } = await visit(site.browser, { name, url: `${site.url}/admin` }, size);
    await page.getByText("Please connect an admin's wallet to open the panel.").waitFor();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("main").getByRole("button", { name: "Connect Wallet" }).click();
    await dialog(page).waitFor();
    await page.goto(site.url);
    await signUp(page, `nobody-${name}`);
    await page.goto(`${site.url}/admin/users`);
    await page.getByText("You do not have admin access.").waitFor();
    expect(await objectionsInThemes(page, `no-access-${name}`)).toEqual([]);
    await page.waitForURL((url) => url.pathname === "/");
    expect(await page.getByRole("link", { name: "Admin" }).count()).toBe(0);
  });

  it("ACCESS-11 in local mode one press makes a player an admin", async () => {
    const { page } = await visit(site.browser, { name, url: site.url }, size);
    await signUp(page, `door-${name}`);
    await page.goto(`${site.url}/admin/users`);
    await page.getByRole("button", { name: "Become an admin" }).click();
    await page.getByRole("heading", { level: 1, name: tabs["users"] }).waitFor();
    expect(await page.getByText("You do not have admin access.").count()).toBe(0);
  });

  it("ACCESS-11 JOIN-2 a newcomer chooses a username at the door of the panel without being sent away", async () => {
    const { page } = await visit(site.browser, { name, url: `${site.url}/admin` }, size);
    await page.clock.install();
    await page.getByRole("main").getByRole("button", { name: "Connect Wallet" }).click();
    await page.getByRole("button", { name: /Furlong local wallet/ }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByLabel("Username").fill(`guest-${name}`);
    await page.clock.runFor("01:00");
    await dialog(page).getByRole("button", { name: "Create Profile" }).click();
    await page.getByRole("button", { name: "Become an admin" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/admin/);
  });

  it("every tab has an address, stands in both themes, and can be used by everybody", async () => {
    const { page, complaints } = await visitAsAdmin(
      site.browser,
      { username: `tour-${name}`, url: site.url, path: "/" },
      size,
    );
    // On a phone the header has no room for it.
    if (isPhone(name)) await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Admin" }).click();
    await page.waitForURL("**/admin/overview");
    for (const [tab, title] of Object.entries(tabs)) {
      await page.goto(`${site.url}/admin/${tab}`);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await expect.poll(() => page.locator(".animate-pulse").count()).toBe(0);
      expect(await objectionsInThemes(page, `${tab}-${name}`)).toEqual([]);
    }
    if (isPhone(name)) {
      await page.getByRole("button", { name: "More" }).click();
      await dialog(page).getByRole("link", { name: "Audit Log" }).click();
    } else await page.getByRole("link", { name: "Audit Log" }).click();
    await page.waitForURL("**/admin/audit");
    const anchor = await page.evaluate(
      async (): Promise<{ row_id: number } | null> =>
        (await (await fetch("/api/admin/audit?limit=1")).json()).anchor,
    );
    await page
      .getByText(
        anchor === null
          ? "Not on the chain yet: the newest hash"
          : `On the chain up to entry ${anchor.row_id},`,
      )
      .waitFor();
    const rows = isPhone(name)
      ? page.getByRole("list", { name: "Entries" }).getByRole("listitem")
      : page.getByRole("table", { name: "Entries" }).locator("tbody tr");
    await rows.first().waitFor();
    await page.getByLabel("Area", { exact: true }).selectOption("server");
    const areas = async () => new Set((await rows.allTextContents()).map((text) => text.split(".")[0]));
    await expect.poll(areas).toEqual(new Set(["server"]));
    await page.getByLabel("Area", { exact: true }).selectOption("horse");
    await page.getByText("Nothing found.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("settings are saved one by one, once the wallet has signed what for", async () => {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `edges-${name}`, url: site.url, path: "/admin/settings", asksWallet: true },
      size,
    );
    const extend = isPhone(name) ? "20" : "15";
    await page.getByLabel("Extend", { exact: true }).selectOption(extend);
    await page.getByRole("button", { name: "Save: Extend" }).click();
    await dialog(page).getByText("Change the settings of the game").waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await said(page, "Please confirm this with your wallet first").waitFor();
    await page.getByRole("button", { name: "Save: Extend" }).click();
    await dialog(page).getByRole("button", { name: "Sign with wallet" }).click();
    await approveInWallet(page);
    await said(page, "Extend: saved").waitFor();
    await said(page, "Extend: saved").waitFor({ state: "detached", timeout: 7_000 });
    await page.reload();
    expect(await page.getByLabel("Extend", { exact: true }).inputValue()).toBe(extend);

    await page.getByLabel("House edge", { exact: true }).fill("5.55");
    await page.getByRole("button", { name: "Save: House edge" }).click();
    await page.getByText("This value is not allowed for this setting").waitFor();
    expect(await page.locator("[data-setting=network]").getByText("Fixed").count()).toBe(1);

    await page.getByRole("switch", { name: "Maintenance mode" }).click();
    await dialog(page).getByLabel("Reason, optional").fill("a new node");
    expect(await objectionsInThemes(page, `switch-${name}`)).toEqual([]);
    const switched = page.waitForRequest("**/api/admin/settings");
    await dialog(page).getByRole("button", { name: "Switch on" }).click();
    expect((await switched).postDataJSON().description).toBe("a new node");
    await said(page, "Maintenance mode: saved").waitFor();
    await page.getByText("Maintenance: new bets and withdrawals are paused.").waitFor({ timeout: 5_000 });
    await page.getByRole("switch", { name: "Maintenance mode", checked: true }).click();
    await dialog(page).getByRole("button", { name: "Switch off" }).click();
    await page.getByRole("switch", { name: "Maintenance mode", checked: false }).waitFor();

    const jackpot = page.getByLabel("Jackpot pool", { exact: true });
    const amount = isPhone(name) ? "0.01" : "0.02";
    await jackpot.fill(amount);
    const row = page.locator("[data-setting]", { has: jackpot });
    await row.getByLabel("Reason, optional").fill("for the autumn");
    const change = page.waitForRequest("**/api/admin/settings");
    await page.getByRole("button", { name: "Save: Jackpot pool" }).click();
    // More than half of the fee of an average pool.
    if (!isPhone(name)) await confirmRisk(page, `jackpot_pool_amount ${amount}`);
    expect((await change).postDataJSON()).toMatchObject({ description: "for the autumn" });
    await said(page, "Jackpot pool: saved").waitFor();
    await page.reload();
    expect(await jackpot.inputValue()).toBe(amount);
    // The session is confirmed as before, and the page says so.
    if (isPhone(name)) await page.getByRole("button", { name: "More" }).click();
    const place = isPhone(name) ? dialog(page) : page;
    await place.getByText(/^Step-up \d+:\d\d$/).waitFor();
    if (isPhone(name)) await page.keyboard.press("Escape");
    // More than one admin may give alone.
    await jackpot.fill("11");
    await page.getByRole("button", { name: "Save: Jackpot pool" }).click();
    await confirmRisk(page, "jackpot_pool_amount 11");
    await said(page, "Not done yet: it waits for another admin's approval").waitFor();
  });

  it("the users are sorted by a column's head, on a phone by a choice", async () => {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `sorts-${name}`, url: site.url, path: "/admin/users" },
      size,
    );
    const list = isPhone(name)
      ? page.getByRole("list", { name: "All users" }).getByRole("listitem")
      : page.getByRole("table", { name: "All users" }).locator("tbody tr");
    const first = () => until("the list", () => list.first().textContent({ timeout: 5_000 }));
    const untilFirst = (text: string) =>
      until(`${text} above all others`, async () => ((await first()) ?? "").includes(text));
    await untilFirst(`sorts-${name}`);
    if (isPhone(name)) {
      await page.getByLabel("Sort by").selectOption("Won, descending");
      await untilFirst("0.5700");
      await page.getByLabel("Sort by").selectOption("User, ascending");
      await untilFirst("a_chief");
    } else {
      const head = page.getByRole("columnheader", { name: "Won" });
      const sorted = (order: string) => head.and(page.locator(`[aria-sort=${order}]`));
      await head.getByRole("button").click();
      await untilFirst("0.5700");
      await sorted("descending").waitFor();
      // The column header keeps the focus, so keyboard use continues where it was.
      await page.keyboard.press("Enter");
      await until("the other way", async () => !((await first()) ?? "").includes("0.5700"));
      await sorted("ascending").waitFor();
      await page.getByRole("columnheader", { name: "User" }).getByRole("button").click();
      await untilFirst("a_chief");
    }
    expect(await objections(page)).toEqual([]);
  });

  // Cards have room for every field.
  it.skipIf(isPhone(name))(
    "the columns of a list are chosen by keyboard, and stay chosen after a reload",
    async () => {
      const { page } = await visitAsAdmin(
        site.browser,
        { username: `columns-${name}`, url: site.url, path: "/admin/users" },
        size,
      );
      const rows = page.getByRole("table", { name: "All users" });
      const columns = page.getByRole("button", { name: "Columns", exact: true });
      await rows.getByText(`columns-${name}`).waitFor();
      const heads = () => rows.getByRole("columnheader").allInnerTexts();
      const all = await heads();
      expect(all).toContain("Won");

      await columns.focus();
      await page.keyboard.press("Enter");
      const won = page.getByRole("menuitemcheckbox", { name: "Won" });
      await won.and(page.locator("[aria-checked=true]")).waitFor();
      // The first column names the row.
      expect(await page.getByRole("menuitemcheckbox").allInnerTexts()).toEqual(all.slice(1));
      const chosen = (head: string) =>
        page.getByRole("menuitemcheckbox", { name: head }).and(page.locator("[data-highlighted]")).waitFor();
      await chosen("Wallet");
      for (const head of all.slice(all.indexOf("Wallet") + 1, all.indexOf("Won") + 1)) {
        await page.keyboard.press("ArrowDown");
        await chosen(head);
      }
      await page.keyboard.press("Space");
      await won.and(page.locator("[aria-checked=false]")).waitFor();
      expect(await objectionsInThemes(page, `columns-${name}`)).toEqual([]);
      await page.keyboard.press("Escape");
      expect(await columns.evaluate((button) => button === document.activeElement)).toBe(true);
      const others = all.filter((head) => head !== "Won");
      expect(await heads()).toEqual(others);

      await page.reload();
      await rows.getByText(`columns-${name}`).waitFor();
      expect(await heads()).toEqual(others);
      await columns.click();
      await page.getByRole("menuitem", { name: "Show all columns" }).click();
      expect(await heads()).toEqual(all);
    },
  );

  it("a user is found, changed, muted and let go; a balance goes with what was seen", async () => {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `users-${name}`, url: site.url, path: "/admin/users?search=low_gear" },
      size,
    );
    await page.getByRole("button", { name: /^low_gear/ }).click();
    const drawer = page.getByTestId("drawer");
    await drawer.getByRole("heading", { name: "low_gear" }).waitFor();
    await drawer.getByText("This player has not written anything.").waitFor();
    expect(await objections(page)).toEqual([]);
    // The row that saves is in sight wherever the drawer is scrolled to.
    const save = drawer.getByRole("button", { name: "Save changes" });
    for (const edge of ["0", "document.body.scrollHeight"] as const) {
      await drawer.evaluate(
        (element, top) => element.scrollTo(0, top === "0" ? 0 : element.scrollHeight),
        edge,
      );
      const box = await save.boundingBox();
      expect(box !== null && box.y + box.height <= size.height).toBe(true);
    }
    const streamer = drawer.getByRole("switch", { name: "Streamer" });
    const wasStreamer = await streamer.isChecked();
    await streamer.click();
    await drawer.getByLabel("Reason, optional").fill("asked for by mail");
    expect(await objections(page)).toEqual([]);
    const roles = page.waitForRequest("**/api/admin/user/roles");
    await save.click();
    expect((await roles).postDataJSON()).toMatchObject({ reason: "asked for by mail" });
    await said(page, "User updated").waitFor();
    await drawer.getByRole("switch", { name: "Streamer", checked: !wasStreamer }).waitFor();
    await drawer.getByLabel("Username").fill("ab");
    await drawer.getByText("Username must be at least 3 characters").waitFor();
    expect(await drawer.getByRole("button", { name: "Save changes" }).isDisabled()).toBe(true);
    await drawer.getByLabel("Username").fill("low_gear");

    const mute = drawer.getByRole("button", { name: "Mute", exact: true });
    await mute.click();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => mute.evaluate((button) => button === document.activeElement)).toBe(true);
    await mute.click();
    await dialog(page).getByLabel("Reason, optional").fill("spam");
    const hours = dialog(page).getByRole("spinbutton", { name: "Length in hours" });
    expect(await hours.inputValue()).toBe("24");
    await hours.fill("0");
    await dialog(page).getByText("A whole number of hours from 1 to 8760").waitFor();
    expect(await dialog(page).getByRole("button", { name: "Mute", exact: true }).isDisabled()).toBe(true);
    expect(await objectionsInThemes(page, `user-mute-${name}`)).toEqual([]);
    await hours.fill("36");
    const muted = page.waitForRequest(/admin\/mute$/);
    await dialog(page).getByRole("button", { name: "Mute", exact: true }).click();
    expect((await muted).postDataJSON()).toMatchObject({ duration: 36, reason: "spam" });
    await drawer.getByText(/Muted until/).waitFor();
    await said(page, "Mute: low_gear").waitFor();
    const unmute = drawer.getByRole("button", { name: "Unmute" });
    await expect.poll(() => unmute.evaluate((button) => button === document.activeElement)).toBe(true);
    await unmute.click();
    await dialog(page).getByRole("button", { name: "Unmute" }).click();
    await drawer.getByText(/Muted until/).waitFor({ state: "detached" });

    await drawer.getByRole("button", { name: "Set Balance" }).click();
    const set = dialog(page).getByRole("button", { name: "Set Balance" });
    expect(await set.isDisabled()).toBe(true);
    // The phone takes back what the desktop gave.
    const [before, after, change] = isPhone(name) ? [0.5, 0, "−0.5 SOL"] : [0, 0.5, "+0.5 SOL"];
    await dialog(page).getByLabel("New balance").fill(String(before));
    expect(await set.isDisabled()).toBe(true);
    await dialog(page).getByLabel("New balance").fill(String(after));
    await dialog(page).getByText(change).waitFor();
    // A refusal leaves the dialog as it is.
    await page.route("**/api/admin/balance", (route) =>
      route.fulfill({ status: 409, json: { success: false, code: "BALANCE_CHANGED", message: "It moved." } }),
    );
    await dialog(page)
      .getByLabel(/^Reason/)
      .fill("a prize");
    await set.click();
    await dialog(page).getByRole("alert").getByText("It moved.").waitFor();
    expect(await dialog(page).getByLabel("New balance").inputValue()).toBe(String(after));
    expect(
      await dialog(page)
        .getByLabel(/^Reason/)
        .inputValue(),
    ).toBe("a prize");
    await page.unroute("**/api/admin/balance");
    await dialog(page).getByLabel("New balance").fill("1000000");
    await dialog(page).getByText("House equity does not cover this.").waitFor();
    await dialog(page).getByText("another admin has to approve it first").waitFor();
    expect(await objections(page)).toEqual([]);
    await dialog(page).getByLabel("New balance").fill(String(after));
    const sent = page.waitForRequest("**/api/admin/balance");
    await set.click();
    const body = (await sent).postDataJSON();
    expect(body).toMatchObject({ newBalance: after, expectedBalance: before });
    await expect.poll(() => dialog(page).count()).toBe(0);
    await drawer.getByRole("heading", { name: "low_gear" }).click();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });

    const lookup = page.getByLabel("Username or wallet of a referrer");
    await lookup.fill("low_gear");
    await page.getByRole("button", { name: "Look up" }).click();
    await said(page, "Loaded user profile").waitFor();
    await page.getByText("/ref/low_gear").waitFor();
    await lookup.fill("nobody-at-all");
    await page.getByRole("button", { name: "Look up" }).click();
    await said(page, "User not found").waitFor();
  });

  it("a settled race is read in full, its refund is asked for twice, its payouts are listed", async () => {
    const { page, complaints } = await visitAsAdmin(
      site.browser,
      { username: `races-${name}`, url: site.url, path: "/admin/races" },
      size,
    );
    await page
      .getByRole("button", { name: `View Details: ${raceLabel(settledRace)}` })
      .first()
      .waitFor();
    await page.getByLabel("Race ID").fill(raceLabel(settledRace));
    await page.getByRole("button", { name: "Find" }).click();
    await page.waitForURL(`**/admin/races?race=${settledRace}`);
    await page.getByRole("region", { name: "Winning horse" }).waitFor();
    await page
      .getByRole("button", { name: /^Refund the bet of/ })
      .first()
      .waitFor();
    // The row of the winning bet explains why it cannot be refunded.
    await page.getByText("A winning bet is not refunded").first().waitFor({ state: "attached" });
    const onChain = page.getByRole("heading", { name: "Chain and fairness" });
    await onChain.waitFor();
    await page.getByText("Lock", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Verify" }).getAttribute("href")).toBe(
      `/provably-fair?race=${settledRace}`,
    );
    await page.getByRole("button", { name: "Refund All Bets" }).click();
    const panel = page.getByRole("region", { name: "Refund All Bets" });
    await panel.getByText("Stakes to players’ balances").waitFor();
    await panel.getByText("House equity after it").waitFor();
    await panel.getByText("Players refunded").waitFor();
    await panel.getByText("Winners keep what they won", { exact: false }).waitFor();
    await panel.getByLabel("Reason, optional").fill("a test");
    expect(await objectionsInThemes(page, `refund-${name}`)).toEqual([]);
    await panel.getByRole("button", { name: "Refund All Bets" }).click();
    const last = dialog(page).getByRole("button", { name: /^Refund \d+ bets?, / });
    expect(await last.isDisabled()).toBe(true);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    expect(complaints).toEqual([]);
    await page.goto(`${site.url}/admin/payouts`);
    await page
      .getByText(/Completed|Pending/)
      .nth(2)
      .waitFor();
    await page.getByRole("button", { name: "Failed" }).click();
    await page.getByText("No payments found.").waitFor();
  });

  it("a refunded race says why it was refunded", async () => {
    const admin = await openAdminSession(site.url);
    const reason = `a test of reasons on a ${name}`;
    const id = await until("a race that is refunded", async () => {
      const { race } = (await admin.call("GET", "/api/races/active")).body;
      const body = { adminWallet: admin.address, raceId: race?.id, reason };
      const { status } = await admin.call("POST", "/api/admin/refund-race", { body });
      return status === 200 && (race.id as string);
    });
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `reason-${name}`, url: site.url, path: `/admin/races?race=${id}` },
      size,
    );
    await page.getByText(`Refunded because: ${reason}`).waitFor();
    expect(await objectionsInThemes(page, `refunded-${name}`)).toEqual([]);
  });

  it("the house's memos are listed by choice and by date, and none of the house's is retried", async () => {
    const { page, complaints } = await visitAsAdmin(
      site.browser,
      { username: `kinds-${name}`, url: site.url, path: "/admin/payouts" },
      size,
    );
    const asked = (kind: string) => page.waitForResponse((one) => one.url().includes(`kind=${kind}`));
    const memos = asked("anchor");
    await page.getByLabel("Kind", { exact: true }).selectOption("Memos");
    const listed: { to_address: string | null; kind: string }[] = (await (await memos).json()).payouts;
    expect(listed.length).toBeGreaterThan(2);
    expect(listed.every(({ kind, to_address: to }) => kind === "anchor" && to === null)).toBe(true);
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Retry/ }).count()).toBe(0);
    expect(await objectionsInThemes(page, `memos-${name}`)).toEqual([]);
    const sorted = page.waitForResponse((one) => one.url().includes("sort=created&direction=asc"));
    if (isPhone(name)) await page.getByLabel("Sort by").selectOption("Date, ascending");
    else await page.getByRole("columnheader", { name: "Date" }).getByRole("button").click();
    const times: string[] = (await (await sorted).json()).payouts.map(
      (one: { created_at: string }) => one.created_at,
    );
    expect(times).toEqual(times.toSorted());
    const sweeps = asked("sweep");
    await page.getByLabel("Kind", { exact: true }).selectOption("Sweeps within the house");
    expect((await sweeps).status()).toBe(200);
    await page
      .getByText("No payments found.")
      .or(page.getByText(/Completed|Pending/).nth(2))
      .first()
      .waitFor();
    expect(await objectionsInThemes(page, `sweeps-${name}`)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("races are listed from the oldest, and those of a player found; so are the bets of one race", async () => {
    const { page, complaints } = await visitAsAdmin(
      site.browser,
      { username: `seeks-${name}`, url: site.url, path: "/admin/races" },
      size,
    );
    const rows = (list: string) =>
      isPhone(name)
        ? page.getByRole("list", { name: list }).getByRole("listitem")
        : page.getByRole("table", { name: list }).locator("tbody tr");
    const { race } = (await newPlayer(site.url).call("GET", `/api/races/verify/${settledRace}`)).body;
    const winner = race.settlement.bets.find(({ result }: { result: string }) => result === "win");
    await rows("Recent races").nth(1).waitFor();
    await page.getByLabel("Race ID").fill(winner.user_wallet);
    expect(await page.getByRole("button", { name: "Find" }).isDisabled()).toBe(true);
    await expect.poll(() => rows("Recent races").count()).toBe(1);
    expect(await rows("Recent races").first().textContent()).toContain(raceLabel(settledRace));
    expect(await objectionsInThemes(page, `races-of-player-${name}`)).toEqual([]);
    await page.getByLabel("Race ID").fill("no such race");
    await page.getByText("No race found.").waitFor();
    await page.getByLabel("Race ID").fill("");
    await rows("Recent races").nth(1).waitFor();
    const oldest = page.waitForResponse((one) => one.url().includes("sort=created&direction=asc"));
    if (isPhone(name)) await page.getByLabel("Sort by").selectOption("Created, ascending");
    else await page.getByRole("columnheader", { name: "Created" }).getByRole("button").click();
    expect((await oldest).status()).toBe(200);
    await page.goto(`${site.url}/admin/races?race=${settledRace}`);
    await rows("Bets").nth(1).waitFor();
    await page.getByLabel("Bet ID, username or wallet").fill(winner.user_wallet.slice(0, 12));
    await expect.poll(() => rows("Bets").count()).toBe(1);
    expect(await objectionsInThemes(page, `bet-found-${name}`)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("a race's memos that do not load say so", async () => {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `memos-${name}`, url: site.url, path: "/admin/races" },
      size,
    );
    await page.route(`**/api/races/${settledRace}`, (route) => route.abort());
    await page.goto(`${site.url}/admin/races?race=${settledRace}`);
    const failure = page.getByRole("alert").filter({ hasText: "The race's memos did not load" });
    await failure.waitFor();
    await page.unroute(`**/api/races/${settledRace}`);
    await failure.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Commitment", { exact: true }).waitFor();
    expect(await failure.count()).toBe(0);
  });

  it("a title that is refused is told by the log alone", async () => {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `titles-${name}`, url: site.url, path: "/admin/titles" },
      size,
    );
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    const create = page.getByRole("button", { name: "Create title" });
    await page.getByLabel("Name").fill(`Champion ${name}`);
    expect(await page.getByLabel("Slug").inputValue()).toBe(`champion-${name}`);
    await create.click();
    await said(page, "Title created").waitFor();
    await said(page, "Title created").waitFor({ state: "detached", timeout: 7_000 });
    await page.getByLabel("Name").fill(`Champion ${name}`);
    const answered = page.waitForResponse("**/api/admin/titles");
    await create.click();
    expect((await answered).status()).toBe(409);
    await expect.poll(() => logged.some((line) => line.includes("createTitle failed"))).toBe(true);
    expect((await page.getByTestId("admin-banner").textContent())?.trim()).toBe("");
  });

  it("a theme is seen by the admin alone, until it is chosen for everybody", async () => {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `themes-${name}`, url: site.url, path: "/admin/themes" },
      size,
    );
    const shown = () => page.evaluate(() => document.documentElement.dataset["theme"]);
    const stored = async () => (await newPlayer(site.url).call("GET", "/api/admin/public-theme")).body.theme;
    // Another user, who is on the race page all the time.
    const other = await visitAsAdmin(
      site.browser,
      { username: `watches-${name}`, url: site.url, path: "/" },
      size,
    );
    await other.page.getByRole("main").first().waitFor();
    const seenByOther = () => other.page.evaluate(() => document.documentElement.dataset["theme"]);
    const future = page.getByRole("region", { name: "Solana Future" });
    await future.getByRole("button", { name: "Preview" }).click();
    await expect.poll(shown).toBe("solana-future");
    expect([await stored(), await seenByOther()]).toEqual(["main-prime", "main-prime"]);
    // The server names the theme again; the preview goes on.
    const admin = newPlayer(site.url);
    await admin.signIn();
    await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
    await changeSetting(admin, "theme", "solana-future");
    await expect.poll(seenByOther).toBe("solana-future");
    await changeSetting(admin, "theme", "main-prime");
    await expect.poll(seenByOther).toBe("main-prime");
    expect(await shown()).toBe("solana-future");
    await future.getByRole("button", { name: "End preview" }).click();
    await expect.poll(shown).toBe("main-prime");
    await future.getByRole("button", { name: "Choose" }).click();
    await dialog(page).getByLabel("Reason, optional").fill("the night race");
    await dialog(page).getByRole("button", { name: "Choose" }).click();
    await said(page, "Theme updated to Solana Future for all users").waitFor();
    expect([await shown(), await stored()]).toEqual(["solana-future", "solana-future"]);
    await expect.poll(seenByOther).toBe("solana-future");
    await page.getByRole("region", { name: "Main Prime" }).getByRole("button", { name: "Choose" }).click();
    await dialog(page).getByRole("button", { name: "Choose" }).click();
    await said(page, "Theme updated to Main Prime for all users").waitFor();
    await expect.poll(seenByOther).toBe("main-prime");
  });

  it("the palette leads to a setting, a race, a user and a transaction, and by keyboard alone", async () => {
    const { page } = await visitAsAdmin(
      site.browser,
      { username: `palette-${name}`, url: site.url, path: "/admin/users" },
      size,
    );
    await page.getByRole("heading", { level: 1 }).waitFor();
    // PAGE-5: K of a Russian keyboard.
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "л", code: "KeyK", ctrlKey: true, bubbles: true }),
      ),
    );
    await page.getByRole("combobox", { name: "Go to" }).fill("superfecta");
    expect(await objections(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/settings?setting=superfecta_bonus_sol");
    await page.locator("[data-setting=superfecta_bonus_sol] input:focus").waitFor();

    const go = async (text: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Go to" }).fill(text);
      await page.keyboard.press("Enter");
    };
    await go(settledRace);
    await page.waitForURL(`**/admin/races?race=${settledRace}`);
    await page.getByRole("region", { name: "Winning horse" }).waitFor();
    const { race } = (await newPlayer(site.url).call("GET", `/api/races/verify/${settledRace}`)).body;
    const winner = race.settlement.bets.find(({ result }: { result: string }) => result === "win");
    await go(winner.user_wallet);
    await page
      .getByTestId("drawer")
      .getByRole("heading", { name: /^backer_/ })
      .waitFor();
    const signature = await until("the first payout", () =>
      page.evaluate(async (): Promise<string | undefined> => {
        const reply = await fetch("/api/admin/payouts?status=completed");
        return (await reply.json()).payouts[0]?.solana_tx_signature;
      }),
    );
    await go(signature);
    await page.waitForURL(`**/admin/payouts?tx=${signature}`);
    // Only that payment is listed.
    await expect.poll(() => page.getByText(signature.slice(0, 8)).count()).toBe(1);
  });
});

it("MONEY-6 a race of play money is marked, and once it is refunded pays nothing on any horse", async () => {
  const admin = await openAdminSession(site.url);
  await changeSetting(admin, "testing_mode_enabled", "true");
  const refund = (raceId: string) =>
    admin.call("POST", "/api/admin/refund-race", {
      body: { adminWallet: admin.address, raceId, reason: "a test" },
    });
  const race = await until("a race for play money", async () => {
    const { race: active } = (await admin.call("GET", "/api/races/active")).body;
    if (active !== null && !active.testing) await refund(active.id);
    return active?.testing === true && active.bettingOpensAt !== null && active;
  });
  await changeSetting(admin, "testing_mode_enabled", "false");
  const player = newPlayer(site.url);
  await player.signIn();
  await player.createProfile("plays");
  const bet = await player.prepareCall(race.id, { horseId: race.horses[0].id, amount: 1 });
  expect(bet.body).toMatchObject({ testing: true });
  const { page } = await visitAsAdmin(
    site.browser,
    { username: "play_money", url: site.url, path: `/admin/races?race=${race.id}` },
    sizes[0],
  );
  await page.getByText("Play money", { exact: true }).first().waitFor();
  const table = page.getByRole("table").filter({ has: page.getByRole("columnheader", { name: "Pays" }) });
  const pays = () => table.locator("tbody tr td:last-child").allInnerTexts();
  await expect.poll(async () => (await pays()).filter((text) => text !== "–").length).toBeGreaterThan(0);
  expect((await refund(race.id)).status).toBe(200);
  await page.reload();
  await page.getByText("Refunded because: a test").waitFor();
  await expect.poll(pays).toEqual(Array(6).fill("–"));
  expect(await objectionsInThemes(page, "play-money")).toEqual([]);
}, 240_000);
