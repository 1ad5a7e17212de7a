import { expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { visit, type Visitor } from "../support/browser.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

it("BET-24 BET-22 BET-15 BET-23 IDEM-5 a player deposits, bets from the balance without a prompt, and repeats with a stop; a withdrawal whose answer is lost says so, and pressed again pays once", async () => {
  const here = { url: site.url };
  const players = await Promise.all([
    visit(site.browser, { ...here, name: "desk" }),
    visit(site.browser, { ...here, name: "phone" }, { width: 390, height: 844 }),
  ]);
  await Promise.all(players.map(signUpWithSol));
  await Promise.all(players.map(deposit));
  await Promise.all(players.map((player, at) => betFromBalance(player, at + 1)));
  await Promise.all(players.map(repeatAndStop));
  for (const { name, complaints } of players) expect([name, complaints]).toEqual([name, []]);
  await Promise.all(players.map(withdrawWithoutAnswer));
});

const fromBalance = ({ page }: Visitor, held: string) =>
  page.getByRole("radio", { name: `Balance ${held}`, exact: true });

async function deposit(player: Visitor) {
  const { page } = player;
  await page.goto(site.url);
  await fromBalance(player, "0.0000").locator("xpath=ancestor::label").click();
  await page.getByText("Your balance does not cover this bet.").waitFor();
  await page.getByRole("button", { name: "Deposit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deposit" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("1 SOL added to your balance").first().waitFor({ timeout: 20_000 });
}

async function betFromBalance(player: Visitor, horseNumber: number) {
  const { page } = player;
  // As soon as the payment is final, without a reload.
  await fromBalance(player, "1.0000").waitFor({ state: "attached", timeout: 40_000 });
  await chooseHorse(page, horseNumber);
  await page.getByRole("button", { name: "0.25", exact: true }).click();
  await page.locator("[data-bet-action=bet]:visible").click();
  await page
    .getByRole("button", { name: `Bet placed · 0.25 SOL on ${horseNumber}` })
    .filter({ visible: true })
    .waitFor();
  await fromBalance(player, "0.7500").waitFor({ state: "attached", timeout: 10_000 });
}

async function withdrawWithoutAnswer({ page }: Visitor) {
  await page.goto(`${site.url}/dashboard`);
  const made: string[] = [];
  await page.route("**/api/wallet/withdraw", async (route) => {
    const response = await route.fetch();
    const { withdrawal } = (await response.json()) as { withdrawal: { id: string } };
    made.push(withdrawal.id);
    // The first answer is lost after the server has acted.
    await (made.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  const amount = page.getByLabel("Amount to withdraw in SOL");
  const press = page.getByRole("button", { name: "Withdraw", exact: true });
  await amount.fill("0.05");
  await press.click();
  await page.getByRole("alert").getByText("Withdrawal request failed.", { exact: true }).waitFor();
  expect(await amount.inputValue()).toBe("0.05");
  await press.click();
  await page.getByText("Withdrawal requested").first().waitFor();
  await amount.fill("0.05");
  await press.click();
  await expect.poll(() => made.length).toBe(3);
  expect([made[1] === made[0], made[2] === made[0]]).toEqual([true, false]);
}

async function repeatAndStop({ page }: Visitor) {
  await page.getByRole("button", { name: "Repeat this bet…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Races", exact: true }).fill("3");
  await page.getByRole("dialog").getByLabel("Amount per race").fill("0.1");
  expect(await page.getByRole("dialog").innerText()).toMatch(
    /0\.10* SOL in each of 3 races\. You lose at most 0\.30* SOL\./,
  );
  await page.getByRole("button", { name: "Start Repeat" }).click();
  const strip = page.getByTestId("repeat-strip").first();
  // The race with a bet by hand is skipped.
  await strip.getByText("3 of 3 races left").waitFor();
  await strip.getByRole("button", { name: "Stop" }).click();
  await strip.waitFor({ state: "detached" });
}
