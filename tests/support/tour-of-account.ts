import { shaped } from "./catalogue.ts";
import type { Tourist } from "./tourist.ts";

/** The player's own pages after betting: the dashboard's tabs, the history, and the notifications. */
export async function* readAccount({ page, url, texts }: Tourist): AsyncGenerator<string> {
  const { leaderboard, notifications, players, referrals, titles } = texts;
  await page.goto(`${url}/dashboard`);
  await page.getByRole("heading", { name: players.recentRaces }).waitFor();
  await page.waitForTimeout(1_500);
  yield "dashboard-played";
  await page.getByRole("link", { name: players.profileTab, exact: true }).click();
  await page.getByRole("heading", { name: players.accountSecurity }).waitFor();
  yield "dashboard-profile";
  await page.getByRole("link", { name: players.titlesTab, exact: true }).click();
  await page.getByText(titles.toEarn).waitFor();
  yield "dashboard-titles";
  await page.getByRole("link", { name: players.referralsTab, exact: true }).click();
  await page.getByText(referrals.yourLink).first().waitFor();
  yield "dashboard-referrals";
  await page.goto(`${url}/dashboard/history`);
  await page.getByRole("main").getByRole("listitem").first().waitFor();
  yield "history";
  await page.goto(`${url}/leaderboard?period=all`);
  // The board is still empty if the race was refunded.
  const nobody = page.getByText(leaderboard.nobodyYet);
  await page.getByRole("row").nth(1).or(nobody).first().waitFor();
  yield "leaderboard";
  await page.goto(`${url}/rules-log`);
  await page.getByText(texts["rule-log"].startRules).click();
  yield "rules";
  await page
    .getByRole("banner")
    .getByRole("button", { name: new RegExp(`^${notifications.notifications}`) })
    .click();
  yield "notifications";
}

/** Money on the balance: a deposit, and a repeat that is started and stopped. */
export async function* playFromBalance({ page, url, texts }: Tourist): AsyncGenerator<string> {
  const { bets, "sign-in": signIn } = texts;
  const dialog = page.getByRole("dialog");
  await page.goto(url);
  await page.getByRole("button", { name: bets.editQuickBets }).click();
  await dialog.getByRole("button", { name: bets.save }).waitFor();
  yield "quick-bets";
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page
    .getByRole("radio", { name: new RegExp(`^${bets.fromBalance} `) })
    .locator("xpath=ancestor::label")
    .click();
  // The stake of a refunded race may be there.
  await page.locator("#bet-amount").fill("0.5");
  yield "balance-short";
  await page.getByRole("button", { name: bets.deposit, exact: true }).click();
  await dialog.getByRole("button", { name: "1", exact: true }).click();
  yield "deposit";
  await dialog.getByRole("button", { name: bets.deposit, exact: true }).click();
  await page.getByRole("button", { name: signIn.approve }).click();
  await page.getByText(shaped(bets.depositDone)).first().waitFor({ timeout: 20_000 });
  yield "deposit-done";
  await page
    .getByRole("radio", { name: new RegExp(`^${bets.fromBalance} 1[.,][01]000`) })
    .waitFor({ state: "attached", timeout: 40_000 });
  await page.getByRole("button", { name: bets.repeatOpen }).click();
  await dialog.getByRole("button", { name: bets.repeatStart }).waitFor();
  await dialog.getByRole("textbox", { name: bets.repeatAmount }).fill("0.1");
  yield "repeat";
  await dialog.getByRole("button", { name: bets.repeatStart }).click();
  const strip = page.getByTestId("repeat-strip").first();
  await strip.waitFor();
  yield "repeat-running";
  await strip.getByRole("button", { name: bets.stop }).click();
  await strip.waitFor({ state: "detached" });
}
