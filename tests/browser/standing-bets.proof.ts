import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { visit } from "../support/browser.ts";
import { keepPicture } from "../support/picture.ts";
import { newPlayer, type Player } from "../support/player.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "0" } });
const SOL = 1_000_000_000;

it("LONE-1 BALANCE-1 BET-15 a lone bet is taken back, a larger repeat is signed for, and a higher edge pauses it", async () => {
  const admin = await openAdminSession(site.url);
  await changeSetting(admin, "countdown_seconds", "10");
  await changeSetting(admin, "next_race_delay", "2");
  await changeSetting(admin, "balance_step_up_above_sol", "0.2");
  const visitor = await visit(site.browser, { url: site.url, name: "alone" });
  const { page } = visitor;
  await signUpWithSol(visitor);
  await deposit(page);

  await betOn(page, 1, "0.1");
  await page.getByText(/you can take the bet back in 1[45]:\d\d\./).waitFor();
  await keepPictures(admin, page, "lone-bet");
  await changeSetting(admin, "take_back_after", "1");
  await page.reload();
  const takeBack = page.getByRole("button", { name: "Take the Bet Back" });
  await takeBack.waitFor();
  await keepPictures(admin, page, "take-back");
  await takeBack.click();
  await page.getByText("Your bet is back in your balance").first().waitFor();
  await takeBack.waitFor({ state: "detached" });
  await page.locator("[data-bet-action=bet]:visible").waitFor();

  await chooseHorse(page, 1);
  await page.getByRole("button", { name: "Repeat this bet…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Races", exact: true }).fill("5");
  await dialog.getByLabel("Amount per race").fill("0.1");
  await dialog.getByText("House edge 5%; the repeat pauses if that rises").waitFor();
  await page.getByRole("button", { name: "Start Repeat" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  const strip = page.getByTestId("repeat-strip").first();
  // The race with the bet by hand is left out, although that was taken back.
  await strip.getByText("5 of 5 races left").waitFor({ timeout: 30_000 });

  await changeSetting(admin, "house_edge", "20");
  await playRace(await Promise.all(["rival_a", "rival_b"].map(newRival)));
  await strip.getByText("Repeat paused").waitFor({ timeout: 90_000 });
  await strip.getByText("The house edge is 20%; you agreed to 5%.").waitFor();
  await page.getByText("last race 5% →").waitFor();
  await keepPictures(admin, page, "repeat-paused");
  expect(await page.locator("[data-bet-action=bet]:visible").count()).toBe(1);
  await strip.getByRole("button", { name: "Resume" }).click();
  await strip.getByText("4 of 5 races left").waitFor({ timeout: 30_000 });
  await strip.getByRole("button", { name: "Stop" }).click();
  await strip.waitFor({ state: "detached" });
  // The browser reports the call that the wallet then confirmed.
  expect(visitor.complaints).toEqual([expect.stringContaining("403")]);
}, 300_000);

async function deposit(page: Page) {
  await page.goto(site.url);
  await page
    .getByRole("radio", { name: "Balance 0.0000", exact: true })
    .locator("xpath=ancestor::label")
    .click();
  await page.getByRole("button", { name: "Deposit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deposit" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page
    .getByRole("radio", { name: "Balance 1.0000", exact: true })
    .waitFor({ state: "attached", timeout: 60_000 });
}

async function betOn(page: Page, number: number, amount: string) {
  await chooseHorse(page, number);
  await page.getByLabel("Amount in SOL").first().fill(amount);
  await page.locator("[data-bet-action=bet]:visible").click();
  await page
    .getByRole("button", { name: `Bet placed · ${amount} SOL on ${number}` })
    .filter({ visible: true })
    .waitFor();
}

async function newRival(name: string): Promise<Player> {
  const rival = newPlayer(site.url);
  await rival.signIn();
  await rival.createProfile(name);
  await rival.airdrop(2 * SOL);
  return rival;
}

/** The rivals bet in the open race, which then runs to its end. */
async function playRace(rivals: readonly Player[]) {
  const openRace = async () => (await rivals[0]?.call("GET", "/api/races/active"))?.body.race;
  const { id, horses } = await openRace();
  await Promise.all(rivals.map((rival, at) => rival.bet(id, horses[at].id, 0.05)));
  await until("the next race", async () => (await openRace()).id !== id);
}

/** In both themes, on a desktop and on a phone. */
async function keepPictures(admin: Player, page: Page, name: string) {
  if (process.env["PICTURES"] === undefined) return;
  for (const theme of ["solana-future", "main-prime"]) {
    await changeSetting(admin, "theme", theme);
    for (const [size, width, height] of [
      ["phone", 390, 844],
      ["desktop", 1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(700);
      await keepPicture(page, `${name}-${theme}-${size}`);
    }
  }
}
