import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { visitAsAdmin } from "../support/admin-page.ts";
import { openAdminSession } from "../support/admin-session.ts";
import { type Backers, type OpenRace, openBackers } from "../support/backers.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { keepPicture } from "../support/picture.ts";
import type { Player } from "../support/player.ts";
import { useSite } from "../support/site.ts";
import { dialog } from "../support/dialog.ts";

const site = useSite();
const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];

let admin: Player;
let backers: Backers;
/** Races that were settled. */
const ended: string[] = [];

beforeAll(async () => {
  admin = await openAdminSession(site.url);
  backers = await openBackers(site.url, admin);
});

const said = (page: Page, text: string) => page.getByTestId("admin-banner").getByText(text);
const lamportsOf = (sol: number) => BigInt(Math.round(sol * 1e9));
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
const shown = (amount: bigint) => (Number(amount / 100_000n) / 10_000).toFixed(4);

async function runRace(race: OpenRace) {
  await backers.runRace(race);
  ended.push(race.id);
}

/** Totals over all settled races, computed from what each of them publishes. */
async function sums() {
  const races = await Promise.all(
    ended.map(async (id) => (await admin.call("GET", `/api/races/verify/${id}`)).body.race.settlement),
  );
  const bets: { stake: string; payout: string }[] = races.flatMap((settlement) => settlement.bets);
  const wagered = total(bets.map(({ stake }) => BigInt(stake)));
  const won = total(bets.map(({ payout }) => BigInt(payout)));
  return { wagered, won, profit: wagered - won };
}

async function revenueOf() {
  const { body } = await admin.call("GET", "/api/admin/revenue");
  const { totalWagered, totalWon, houseProfit } = body.statistics;
  return {
    wagered: lamportsOf(totalWagered),
    won: lamportsOf(totalWon),
    profit: lamportsOf(houseProfit),
  };
}

it("a special race is asked for, waits in its order, and runs", async () => {
  const first = await backers.untilOpen();
  const { page, complaints } = await visitAsAdmin(
    site.browser,
    { username: "asks", url: site.url, path: "/admin/special" },
    sizes[0],
  );
  await page.getByText("No special race is queued.").waitFor();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const names = ["Race type", "House edge", "Jackpot", "Minimum bets", "Countdown seconds"];
  expect(await Promise.all(names.map((name) => field(name).inputValue()))).toEqual([
    "classic",
    "0",
    "1",
    "2",
    "30",
  ]);
  await field("Countdown seconds").fill("9");
  const create = page.getByRole("button", { name: "Create Special Race" });
  await create.click();
  await page.getByText("A whole number from 10 to 3600").waitFor();
  await field("Countdown seconds").fill("12");
  await field("Minimum bets").fill("6");
  await field("Jackpot").fill("1000000");
  await page.getByText("House equity does not cover this jackpot.").waitFor();
  expect(await objectionsInThemes(page, "special")).toEqual([]);
  await field("Jackpot").fill("0.5");
  await field("Reason, optional").fill("The autumn meeting");
  const request = page.waitForRequest("**/api/admin/special-race");
  await create.click();
  expect((await request).postDataJSON()).toMatchObject({ reason: "The autumn meeting" });
  await said(page, "Special race created").waitFor();
  await page.getByText("1 waiting", { exact: true }).waitFor();
  await field("Jackpot").fill("0.25");
  // LIMITS-44: a high edge is typed once more.
  await field("House edge").fill("25");
  await create.click();
  expect(await typedPhrase(page)).toBe("house_edge 25");
  const createIt = dialog(page).getByRole("button", { name: "Create Special Race" });
  expect(await createIt.isDisabled()).toBe(true);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await field("House edge").fill("0");
  await create.click();
  await page.getByText("2 waiting", { exact: true }).waitFor();
  const queued = page.getByRole("region", { name: "Queue" }).getByRole("row");
  await page.getByRole("button", { name: "Move number 2 up" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => queued.nth(1).innerText()).toContain("0.2500");
  // The button that moved it is now at the top and disabled: its neighbour has the focus, and moves it back.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Move number 1 down");
  await page.keyboard.press("Enter");
  await expect.poll(() => queued.nth(1).innerText()).toContain("0.5000");
  await page.getByRole("button", { name: "Cancel number 2" }).click();
  await dialog(page).getByText("Its jackpot of 0.2500 SOL goes back to house equity.").waitFor();
  const cancelIt = dialog(page).getByRole("button", { name: "Cancel the race" });
  expect(await cancelIt.isDisabled()).toBe(true);
  await dialog(page).getByLabel(/^Type/).fill("cancel race");
  await cancelIt.click();
  await said(page, "Special race cancelled").waitFor();
  await page.getByRole("region", { name: "History" }).getByText("Cancelled").waitFor();
  // Moving house money is refused until the wallet has confirmed it.
  expect(complaints.filter((complaint) => !complaint.includes("status of 403"))).toEqual([]);

  await runRace(first);
  const race = await backers.untilOpen({ isSpecial: true });
  expect([race.jackpotAmount, race.house_edge]).toEqual([0.5, 0]);
  await page.goto(site.url);
  await page.getByRole("region", { name: "Track" }).getByText("Special race", { exact: true }).waitFor();
  const run = runRace(race);
  await page.getByTestId("winner").getByText("Special race", { exact: true }).waitFor({ timeout: 90_000 });
  await run;
});

describe.each(sizes)("on a $name", ({ name, ...size }) => {
  it("the figures are those of the races, to the lamport, and the file says the same", async () => {
    expect(ended).toHaveLength(2);
    const expected = await sums();
    expect(await revenueOf()).toEqual(expected);
    const { page, complaints } = await visitAsAdmin(
      site.browser,
      { username: `reads-${name}`, url: site.url, path: "/admin/revenue" },
      size,
    );
    const figure = (label: string) =>
      page
        .locator("dl > div", { has: page.getByText(label, { exact: true }) })
        .locator("dd")
        .first();
    await expect.poll(() => figure("Total wagers").innerText()).toBe(shown(expected.wagered));
    expect(await figure("Total winnings").innerText()).toBe(shown(expected.won));
    await page.getByText("The lines add up to it, to the lamport").waitFor();
    await page.locator(".uplot").waitFor();
    for (const list of ["Admin Gifts", "Recent Balance Adjustments"])
      await page.getByRole("heading", { name: list, exact: true }).waitFor();
    expect(await objectionsInThemes(page, "revenue")).toEqual([]);

    // There were no races in the 30 days before: the server is asked for those of now instead.
    await page.route(/revenue\/series\?.*to=/, (route) => {
      const url = new URL(route.request().url());
      url.searchParams.delete("to");
      url.searchParams.set("from", "2020-01-01");
      return route.continue({ url: url.href });
    });
    await page.getByRole("button", { name: "Race type", exact: true }).click();
    await page.getByRole("heading", { name: "House profit by race type" }).waitFor();
    await page.getByText("Period before", { exact: true }).waitFor();
    await keepPicture(page, `revenue-by-type-${name}`, { fullPage: false });
    await page.getByRole("button", { name: "Table" }).click();
    // On a phone they are cards.
    const heading = { name: "House profit by race type" };
    const results =
      name === "desk"
        ? page.getByRole("region", heading).locator("tbody tr")
        : page.getByRole("list", heading).getByRole("listitem");
    await results.first().waitFor();
    const profits = (await results.allInnerTexts()).map((row) =>
      row.match(/[+\u2212]\d+\.\d{4}/g)?.slice(0, 2),
    );
    expect(profits).toEqual(profits.map((shownTwice) => [shownTwice?.[0], shownTwice?.[0]]));
    expect(await objectionsInThemes(page, "revenue-as-a-table")).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("revenue.csv");
    const [head, ...rows] = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
    expect(head?.replace("\uFEFF", "")).toBe("key,wagered,won,profit,bets,races");
    const cells = rows.map((row) => row.split(","));
    const column = (at: number) => total(cells.map((row) => lamportsOf(Number(row[at]))));
    expect({ wagered: column(1), won: column(2), profit: column(3) }).toEqual(expected);
    expect(cells.reduce((sum, row) => sum + Number(row[4]), 0)).toBe(12);

    await page.getByRole("button", { name: "Today" }).click();
    await page.getByText("The lines add up to it, to the lamport").waitFor();
    expect(complaints).toEqual([]);
  });
});

it("a settled race is refunded with a typed phrase, its lost bets without the one that was refunded before", async () => {
  const special = ended.at(-1)!;
  const { page } = await visitAsAdmin(
    site.browser,
    { username: "refunds", url: site.url, path: `/admin/races?race=${special}` },
    sizes[0],
  );
  await page.getByTitle("Special race", { exact: true }).waitFor();
  await page
    .getByRole("button", { name: /^Refund the bet of/ })
    .first()
    .click();
  const refundOne = dialog(page).getByRole("button", { name: /^Refund 0/ });
  expect(await refundOne.isDisabled()).toBe(true);
  await dialog(page)
    .getByLabel(/^Type/)
    .fill(await typedPhrase(page));
  await refundOne.click();
  await said(page, "Bet refunded").waitFor();
  await page.getByRole("button", { name: "Refund All Bets" }).click();
  const panel = page.getByRole("region", { name: "Refund All Bets" });
  await panel.getByLabel("Reason, optional").fill("a test");
  await panel.getByRole("button", { name: "Refund All Bets" }).click();
  const label = dialog(page).getByLabel(/^Type/);
  await label.fill(await typedPhrase(page));
  await dialog(page)
    .getByRole("button", { name: /^Refund 4 bets, / })
    .click();
  await page.getByText("Refunded", { exact: true }).first().waitFor();
  await expect.poll(revenueOf).toEqual(await sums());
  const { statement } = (await admin.call("GET", "/api/admin/revenue")).body;
  const lines: { amount: number }[] = statement.lines;
  expect(total(lines.map(({ amount }) => lamportsOf(amount)))).toBe(
    lamportsOf(statement.closingEquity) - lamportsOf(statement.openingEquity),
  );
  await page.goto(`${site.url}/admin/revenue`);
  await page.getByText("The lines add up to it, to the lamport").waitFor();
});

/** What the open dialog wants typed. */
async function typedPhrase(page: Page): Promise<string> {
  const asked = await dialog(page).getByText(/^Type/).innerText();
  return /\u201c(.+)\u201d/.exec(asked)?.[1] ?? "";
}
