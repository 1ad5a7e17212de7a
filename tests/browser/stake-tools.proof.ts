import { expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { visit } from "../support/browser.ts";
import { objectionsAtSizes, objectionsInThemes } from "../support/objections.ts";
import { newPlayer } from "../support/player.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite();

it("BET-29 half, double, the most, the last stake and the same bet again are one press each", async () => {
  const admin = await openAdminSession(site.url);
  await changeSetting(admin, "next_race_delay", "1");
  const current = async () => (await admin.call("GET", "/api/races/active")).body.race;
  const visitor = await visit(site.browser, { name: "quick", url: site.url });
  await signUpWithSol(visitor);
  const { page, complaints } = visitor;
  await page.goto(site.url);
  const amount = page.locator("#bet-amount");
  const press = (name: string | RegExp) =>
    page.getByRole("button", { name }).filter({ visible: true }).first().click();
  await page.getByRole("button", { name: "0.25", exact: true }).click();
  await press(/Half the amount/);
  expect(await amount.inputValue()).toBe("0.125");
  await press(/Double the amount/);
  await press(/Double the amount/);
  expect(await amount.inputValue()).toBe("0.5");
  await press(/The most that you can bet/);
  // What the wallet holds, less what the bet itself costs.
  expect(Number(await amount.inputValue())).toBeGreaterThan(4.9);
  expect(Number(await amount.inputValue())).toBeLessThan(5);
  expect(await page.getByRole("button", { name: /^Last stake/ }).count()).toBe(0);

  await amount.fill("0.3");
  const first = await until("a race that takes bets", async () => {
    const race = await current();
    return race?.bettingOpensAt !== null && race;
  });
  await chooseHorse(page, 2);
  await page.locator("[data-bet-action=bet]:visible").click();
  await page.getByText("Bets from a balance here need no prompt").filter({ visible: true }).waitFor();
  expect(await objectionsAtSizes(page, "prompt-hint")).toEqual([]);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Bet placed · 0.3 SOL on 2" }).filter({ visible: true }).waitFor();
  await expect.poll(() => amount.inputValue()).toBe("0.1");

  const refunded = await admin.call("POST", "/api/admin/refund-race", {
    body: { adminWallet: admin.address, raceId: first.id, reason: "the next race is wanted" },
  });
  expect(refunded.status).toBe(200);
  await page.getByRole("button", { name: "Last stake: 0.3" }).waitFor({ timeout: 60_000 });
  expect(await objectionsAtSizes(page, "stake-tools")).toEqual([]);
  expect(await amount.inputValue()).toBe("0.1");
  await press("Last stake: 0.3");
  expect(await amount.inputValue()).toBe("0.3");
  await press(/^Bet again: 0.3 on [1-6]$/);
  await page.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("button", { name: /^Bet placed · 0.3 SOL on [1-6]$/ })
    .filter({ visible: true })
    .waitFor();
  expect(complaints).toEqual([]);
});

it("BET-30 odds that fell while a bet was prepared are told, and the wallet is asked only once the player goes on", async () => {
  const admin = await openAdminSession(site.url);
  await changeSetting(admin, "next_race_delay", "1");
  await changeSetting(admin, "min_bets_to_start", "6");
  const current = async () => (await admin.call("GET", "/api/races/active")).body.race;
  const before = await until("a race", current);
  await admin.call("POST", "/api/admin/refund-race", {
    body: { adminWallet: admin.address, raceId: before.id, reason: "it would start too soon" },
  });
  const race = await until("a race that waits for six players", async () => {
    const next = await current();
    return next !== null && next.id !== before.id && next.bettingOpensAt !== null && next;
  });
  const rivalBets = async (username: string, horseNumber: number) => {
    const rival = newPlayer(site.url);
    await rival.signIn();
    await rival.createProfile(username);
    await rival.airdrop(2_000_000_000);
    await rival.bet(race.id, race.horses[horseNumber - 1].id, 1);
  };
  await rivalBets("rival_first", 1);
  for (const { name, horse, ...size } of [
    { name: "desk", horse: 2, width: 1440, height: 900 },
    { name: "phone", horse: 3, width: 390, height: 844 },
  ]) {
    const visitor = await visit(site.browser, { name: `odds-${name}`, url: site.url }, size);
    await signUpWithSol(visitor);
    const { page } = visitor;
    await page.goto(site.url);
    await chooseHorse(page, horse);
    const poolBefore = await page.getByTestId("pool").innerText();
    let prepare: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => (prepare = resolve));
    await page.route("**/bet/prepare", async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.locator("[data-bet-action=bet]:visible").click();
    await rivalBets(`rival_${name}`, horse);
    await expect.poll(() => page.getByTestId("pool").innerText()).not.toBe(poolBefore);
    prepare();
    await page
      .getByText(/^The odds after your bet went from ×[\d.]+ to ×[\d.]+ while it was prepared\.$/)
      .filter({ visible: true })
      .waitFor();
    expect(await objectionsInThemes(page, `odds-fell-${name}`)).toEqual([]);
    expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0);
    await page.getByRole("button", { name: "Sign anyway" }).filter({ visible: true }).click();
    await page.getByRole("button", { name: "Approve" }).click();
    await page
      .getByRole("button", { name: `Bet placed · 0.1 SOL on ${horse}` })
      .filter({ visible: true })
      .waitFor();
  }
}, 240_000);
