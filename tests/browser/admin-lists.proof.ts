import { randomBytes } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/day-length.ts";
import { LAMPORTS_PER_SOL, lamports } from "../../src/domain/lamports.ts";
import { restrictions, users } from "../../src/server/foundation/db/schema/players.ts";
import { referralTotals } from "../../src/server/foundation/db/schema/referrals.ts";
import { visitAsAdmin } from "../support/admin-page.ts";
import { newWallet } from "../support/browser-session.ts";
import { writeChat, writeListRows, writeReports } from "../support/list-rows.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { useTestSite } from "../support/test-site.ts";
import { until } from "../support/until.ts";

const site = useTestSite();

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
/** More than two pages of 50, all referred by the first player. */
const PLAYERS = 120;
const REPORTS = 22;
const nameOf = (at: number) => `rider_${String(at).padStart(3, "0")}`;

const wallets = Array.from({ length: PLAYERS + 1 }, () => newWallet().address);
const [referrer = ""] = wallets;

beforeAll(async () => {
  const { db, clock } = site.server;
  await db.insert(users).values(
    wallets.map((wallet, at) => ({
      wallet,
      username: nameOf(at),
      referrer: at === 0 ? null : referrer,
      createdAt: new Date(clock.now() - (PLAYERS - at) * 60_000),
    })),
  );
  // Joined before more than a page of others.
  await db.insert(restrictions).values({
    id: randomBytes(8).toString("hex"),
    wallet: wallets[3] ?? "",
    kind: "ban",
    until: new Date(clock.now() + DAY_MS),
    imposedBy: "admin",
    imposedAt: new Date(clock.now()),
  });
  // What the ninth and the eighth of those who were referred brought.
  await db.insert(referralTotals).values(
    [9, 8].map((at) => ({
      referrer,
      wallet: wallets[at] ?? "",
      wagered: lamports(BigInt(at) * LAMPORTS_PER_SOL),
      earned: lamports((BigInt(at) * LAMPORTS_PER_SOL) / 400n),
    })),
  );
  const at = (row: number) => new Date(clock.now() - 60_000 * (2 - row));
  const rows = strangers.map((stranger, row) => ({
    at: at(row),
    rank: 0,
    stranger,
    player: wallets[row + 1] ?? "",
    title: ["Derby on Sunday", "New silks"][row] ?? "",
  }));
  signatures = await writeListRows(db, rows);
  const said = ["good luck", "well run"].map((content, row) => ({
    wallet: wallets[1] ?? "",
    username: nameOf(1),
    content,
    at: at(row),
  }));
  await writeChat(db, said);
  // More than a page of reported messages, the newest by somebody else.
  const reported = Array.from({ length: REPORTS }, (_, row) => ({
    wallet: wallets[row + 1 < REPORTS ? 4 : 5] ?? "",
    username: nameOf(row + 1 < REPORTS ? 4 : 5),
    content: `free SOL, ${row}`,
    at: new Date(clock.now() - 60_000 * (REPORTS - row)),
  }));
  const ids = await writeChat(db, reported);
  await writeReports(
    db,
    ids.map((messageId, row) => ({ messageId, at: reported[row]?.at ?? at(0), status: "open" })),
  );
});

const strangers = [newWallet().address, newWallet().address];
let signatures: readonly string[];

const openUsers = async (name: string, size: { readonly width: number; readonly height: number }) =>
  (await visitAsAdmin(site.browser, { username: `lists-${name}`, url: site.url, path: "/admin/users" }, size))
    .page;

/** The rows of a list: table rows, or cards on a phone. */
const rowsOf = (page: Page, list: string) =>
  page
    .getByRole("table", { name: list })
    .locator("tbody tr")
    .or(page.getByRole("list", { name: list }).getByRole("listitem"));

const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);

describe.each(sizes)("long lists on a $name", ({ name, ...size }) => {
  it("the chips find those who are far behind the first page", async () => {
    const page = await openUsers(name, size);
    const rows = rowsOf(page, "All users");
    await expect.poll(() => rows.count()).toBe(50);
    // The rows that are shown while the others load look like it.
    let isHeld = true;
    await page.route(/admin\/users\?.*flag=banned/, async (route) => {
      await until("the rows to be let go", () => Promise.resolve(!isHeld));
      await route.continue();
    });
    await page.getByRole("button", { name: "Banned" }).click();
    await page.locator("[aria-busy=true]").first().waitFor();
    isHeld = false;
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.first().textContent()).toContain(nameOf(3));
    expect(await objectionsInThemes(page, `banned-${name}`)).toEqual([]);
    await page.getByRole("button", { name: "Partners" }).click();
    await page.getByText("No players found.").waitFor();
    await page.context().close();
  });

  it("all whom a player referred are counted and reached, sorted and found", async () => {
    const page = await openUsers(`${name}-2`, size);
    await page.getByLabel("Username or wallet of a referrer").fill(referrer);
    await page.getByRole("button", { name: "Look up" }).click();
    const rows = rowsOf(page, "Referrals");
    await expect.poll(() => rows.count()).toBe(50);
    const lookup = page
      .locator("section.panel")
      .filter({ has: page.getByRole("heading", { name: "Referral lookup" }) });
    await lookup.getByText(String(PLAYERS), { exact: true }).waitFor();
    const more = lookup.getByRole("button", { name: "Load more" });
    await more.scrollIntoViewIfNeeded();
    expect(await objectionsInThemes(page, `referrals-${name}`)).toEqual([]);
    await more.click();
    await expect.poll(() => rows.count()).toBe(100);
    await more.click();
    await expect.poll(() => rows.count()).toBe(PLAYERS);
    expect(await more.count()).toBe(0);

    // Those who brought the most joined before more than a page of others.
    const names = async () =>
      (await rows.allTextContents()).slice(0, 3).map((text) => /rider_\d{3}/.exec(text)?.[0]);
    if (name === "phone") await lookup.getByLabel("Sort by").selectOption({ label: "Earned, descending" });
    else await lookup.getByRole("button", { name: "Earned" }).click();
    await expect.poll(names).toEqual([nameOf(9), nameOf(8), expect.anything()]);
    if (name === "phone") await lookup.getByLabel("Sort by").selectOption({ label: "Joined, ascending" });
    else await lookup.getByRole("button", { name: "Joined" }).click();
    await expect.poll(names).toEqual([nameOf(1), nameOf(2), nameOf(3)]);
    const search = lookup.getByLabel("Beginning of a referred player’s name or wallet");
    await search.fill(nameOf(7).toUpperCase());
    await expect.poll(names).toEqual([nameOf(7)]);
    await search.scrollIntoViewIfNeeded();
    expect(await objectionsInThemes(page, `referral-found-${name}`)).toEqual([]);
    await search.fill("nobody");
    await lookup.getByText("No referred player found.").waitFor();
    await search.fill("");
    await expect.poll(() => rows.count()).toBe(50);
    expect(await hasFocus(search)).toBe(true);
    await page.context().close();
  });

  it("all reported messages are reached, ordered and found by their writer", async () => {
    const page = await openUsers(`${name}-6`, size);
    const reports = page.getByRole("region", { name: "Reported messages" });
    const rows = reports.getByRole("listitem");
    await reports.getByText(`${REPORTS} messages waiting`).waitFor();
    await expect.poll(() => rows.count()).toBe(20);
    expect(await rows.first().textContent()).toContain("free SOL, 0");
    await reports.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => rows.count()).toBe(REPORTS);
    await reports.getByLabel("Newest first").check();
    await expect.poll(() => rows.first().textContent()).toContain(nameOf(5));
    const search = reports.getByLabel("Writer’s name or wallet");
    await search.fill(nameOf(5).toUpperCase());
    await expect.poll(() => rows.count()).toBe(1);
    await search.scrollIntoViewIfNeeded();
    expect(await objectionsInThemes(page, `report-found-${name}`)).toEqual([]);
    await search.fill("nobody");
    await reports.getByText("No message by this player is waiting.").waitFor();
    await search.fill("");
    await expect.poll(() => rows.count()).toBe(20);
    expect(await hasFocus(search)).toBe(true);
    await page.context().close();
  });

  it("a list that is refused says why in the server's words", async () => {
    const page = await openUsers(`${name}-3`, size);
    const message = "Please wait 4 seconds";
    await page.route("**/api/admin/races*", (route) =>
      route.fulfill({ status: 429, json: { success: false, code: "RATE_LIMITED", message } }),
    );
    await page.goto(`${site.url}/admin/races`);
    await page.getByRole("alert").getByText(message).waitFor();
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
    expect(await objectionsInThemes(page, `refused-list-${name}`)).toEqual([]);
    await page.context().close();
  });

  it("every list that grows is searched by the server, and says when there is nothing of the kind", async () => {
    const page = await openUsers(`${name}-4`, size);
    const [wallet = ""] = strangers;
    const lists = [
      ["users", "Wallets without a profile", "Beginning of the wallet", wallet, "No wallet found."],
      ["approvals", "Decided", "Wallet of who asked or decided", wallet, "No request found."],
      ["announcements", "All", "Beginning of the title", "derby", "No announcement found."],
      ["special", "History", "Race ID or number, or an admin’s wallet", wallet, "No special race found."],
      ["wallets", "Pending withdrawals", "Username, wallet or ID", nameOf(1), "No withdrawal found."],
      [
        "wallets",
        "Recent transactions",
        "Signature, address or payment’s ID",
        wallet,
        "No transaction found.",
      ],
    ] as const;
    for (const [tab, list, label, text, none] of lists) {
      await page.goto(`${site.url}/admin/${tab}`);
      const [rows, count] = [rowsOf(page, list), list === "Recent transactions" ? 4 : 2];
      await expect.poll(() => rows.count(), { message: list }).toBe(count);
      await page.getByLabel(label).fill(text);
      await expect.poll(() => rows.count(), { message: list }).toBe(1);
      await page.getByLabel(label).scrollIntoViewIfNeeded();
      expect(await objectionsInThemes(page, `searched-${list}-${name}`)).toEqual([]);
      await page.getByLabel(label).fill("nobody");
      await page.getByText(none).waitFor();
      // The field that is emptied keeps the focus, though there was nothing to search.
      await page.getByLabel(label).fill("");
      await expect.poll(() => rows.count(), { message: list }).toBe(count);
      expect([list, await hasFocus(page.getByLabel(label))]).toEqual([list, true]);
    }
    await page.goto(`${site.url}/admin/titles`);
    await page.getByRole("button", { name: "[Steward]" }).click();
    const drawer = page.getByTestId("drawer");
    const holders = drawer.getByRole("list", { name: "Holders" }).getByRole("listitem");
    await expect.poll(() => holders.count()).toBe(2);
    await drawer.getByLabel("Username or wallet").fill(nameOf(2).toUpperCase());
    await expect.poll(() => holders.count()).toBe(1);
    await page.goto(`${site.url}/admin/announcements`);
    await page.getByRole("button", { name: "Derby on Sunday" }).first().click();
    await drawer.getByText("2 players have seen it").waitFor();
    const viewers = rowsOf(page, "Seen by");
    await expect.poll(() => viewers.count()).toBe(2);
    expect(await objectionsInThemes(page, `seen-by-${name}`)).toEqual([]);
    await drawer.getByLabel("Beginning of the username or wallet").fill(nameOf(2).toUpperCase());
    await expect.poll(() => viewers.count()).toBe(1);
    expect(await viewers.textContent()).toContain(nameOf(2));
    await page.goto(`${site.url}/admin/users?wallet=${wallets[1]}`);
    const messages = drawer.getByRole("region", { name: "Messages" }).locator("tbody tr");
    await expect.poll(() => messages.count()).toBe(2);
    await drawer.getByLabel("Part of a message").fill("LUCK");
    await expect.poll(() => messages.count()).toBe(1);
    await drawer.getByLabel("Part of a message").fill("nobody");
    await drawer.getByText("No message found.").waitFor();
    await drawer.getByLabel("Part of a message").fill("");
    await expect.poll(() => messages.count()).toBe(2);
    expect(await hasFocus(drawer.getByLabel("Part of a message"))).toBe(true);
    await page.context().close();
  });

  it("a deposit is found by its signature, from the palette", async () => {
    const page = await openUsers(`${name}-5`, size);
    const [signature = ""] = signatures;
    await rowsOf(page, "All users").first().waitFor();
    if (name === "phone") await page.getByRole("button", { name: "Search", exact: true }).click();
    else await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Go to" }).fill(signature);
    await page.getByRole("option", { name: /deposit or payment/ }).click();
    await page.waitForURL(`**/admin/wallets?tx=${signature}`);
    const rows = rowsOf(page, "Recent transactions");
    await expect.poll(() => rows.count()).toBe(1);
    await expect(rows.first().textContent()).resolves.toContain("Deposit");
    await expect
      .poll(() => rows.first().evaluate((row) => window.innerHeight - row.getBoundingClientRect().bottom))
      .toBeGreaterThanOrEqual(0);
    expect(await objectionsInThemes(page, `deposit-found-${name}`)).toEqual([]);
    await page.context().close();
  });
});

it("a tinted last row stays within the panel's corners", async () => {
  const page = await openUsers("corners", { width: 1_440, height: 900 });
  await page.goto(`${site.url}/admin/announcements`);
  const panel = page.locator("section.panel").first();
  const cornerOf = (element: Locator) =>
    element.evaluate((one) => getComputedStyle(one).borderBottomLeftRadius);
  expect(await cornerOf(panel.getByRole("region", { name: "All" }))).toBe(await cornerOf(panel));
  await page.context().close();
});
