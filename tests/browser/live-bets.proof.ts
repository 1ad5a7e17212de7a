import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite();

const bets = (page: Page) => page.getByRole("region", { name: "Live Bets" });
const rows = (page: Page) => bets(page).getByRole("listitem");
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });

it("PAGE-9 PRIVACY-2 bets stand beside the race as they come, hidden where they must be, and the winners are lit", async () => {
  const admin = await openAdminSession(site.url);
  const backers = await openBackers(site.url, admin);
  await changeSetting(admin, "countdown_seconds", "15");
  const [streamer] = backers.players;
  const roles = await admin.call("POST", "/api/admin/user/roles", {
    body: { adminWallet: admin.address, walletAddress: streamer!.address, isStreamer: true },
  });
  expect(roles.status).toBe(200);
  const visitor = await visit(site.browser, { name: "onlooker", url: site.url });
  await signUpWithSol(visitor);
  const { page, complaints } = visitor;
  await page.goto(site.url);
  // The first race was created with other settings.
  const first = await backers.untilOpen();
  await admin.call("POST", "/api/admin/refund-race", {
    body: { adminWallet: admin.address, raceId: first.id, reason: "another countdown" },
  });
  const race = await until("the next race", async () => {
    const open = await backers.untilOpen();
    return open.id !== first.id && open;
  });
  // So that the result stays until it has been looked at.
  await changeSetting(admin, "next_race_delay", "30");
  await bets(page).getByText("No bets in this race yet.").waitFor({ timeout: 30_000 });
  await bets(page).getByText("0 bets · SOL").waitFor();

  for (const [at, player] of backers.players.slice(0, 5).entries())
    await player.bet(race.id, race.horses[at]!.id, 0.1234);
  await rowOf(page, "backer_5").getByText("0.1234").waitFor();
  expect(await rows(page).count()).toBe(5);
  // Newest first; the streamer came first.
  expect(await rows(page).last().innerText()).toMatch(/^1\s+\*{3}\s.*\s\*{3}$/s);
  expect(await bets(page).innerText()).not.toContain("backer_1");
  expect(await objectionsAtSizes(page, "live-bets")).toEqual([]);

  await chooseHorse(page, 6);
  await page.locator("[data-bet-action=bet]:visible").click();
  await page.getByRole("button", { name: "Approve" }).click();
  const own = rowOf(page, "onlooker");
  await own.getByText("You", { exact: true }).waitFor();
  await own.getByText("0.1000").waitFor();
  await bets(page).getByText("6 bets · SOL").waitFor();
  // A screen reader is not told of each bet.
  expect(await bets(page).locator("[aria-live], [role=status], [role=log], output").count()).toBe(0);

  await bets(page).getByText("Amounts hidden").waitFor({ timeout: 30_000 });
  expect(await bets(page).innerText()).not.toContain("0.1234");
  expect(await rowOf(page, "backer_3").locator("svg").count()).toBe(0);
  await own.getByText("0.1000").waitFor();
  expect(await objectionsAtSizes(page, "live-bets-hidden")).toEqual([]);

  await page.getByTestId("winner").waitFor({ timeout: 60_000 });
  const lit = bets(page).locator("li[data-won]");
  await lit.getByText("won").waitFor();
  expect(await lit.count()).toBe(1);
  const { body } = await admin.call("GET", `/api/races/${race.id}/bets`);
  const winner = body.bets.find(({ payout_amount: paid }: { payout_amount: number }) => paid > 0);
  // Six bets on six horses; that of the streamer tells nobody what it was paid.
  const paid = winner === undefined ? "***" : (winner.payout_amount as number).toFixed(9).slice(0, 6);
  expect(await lit.innerText()).toContain(paid);
  expect(await objectionsAtSizes(page, "live-bets-won")).toEqual([]);
  await changeSetting(admin, "next_race_delay", "3");
  expect(complaints).toEqual([]);
});

it("PAGE-9 a thousand bets make the list no longer and move nothing, and a phone folds it up", async () => {
  const { page } = await visit(site.browser, { name: "crowd", url: site.url }, { width: 390, height: 844 });
  const { race } = await until("a race that takes bets", async () => {
    const answer = await page.evaluate(async () => (await fetch("/api/races/active")).json());
    return answer.race?.status === "pending" && answer;
  });
  const bet = (at: number) => ({
    id: `bet-${at}`,
    user_wallet: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
    username: `crowd_${at}`,
    horse_id: race.horses[at % 6].id,
    horse_name: race.horses[at % 6].name,
    bet_amount: 0.25,
    payout_amount: null,
  });
  const before = await bets(page).boundingBox();
  await page.route("**/api/races/active", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.race, { betCount: 1000, bets: Array.from({ length: 50 }, (_, at) => bet(at)) });
    await route.fulfill({ response, json });
  });
  await page.reload();
  await rowOf(page, "crowd_29").waitFor();
  await bets(page).getByText("1000 bets · SOL").waitFor();
  expect(await rows(page).count()).toBe(30);
  expect((await bets(page).boundingBox())?.height).toBe(before?.height);

  const list = bets(page).getByRole("list", { name: "The latest bets, newest first" });
  await list.focus();
  await page.keyboard.press("End");
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
  await bets(page).getByRole("button", { name: "Hide the bets" }).press("Enter");
  await list.waitFor({ state: "hidden" });
  await bets(page).getByRole("button", { name: "Show the bets" }).click();
  await list.waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
