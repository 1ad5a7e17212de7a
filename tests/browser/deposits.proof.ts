import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { visit } from "../support/browser.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { newPlayer } from "../support/player.ts";
import { signUpWithSol } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

const news = (page: Page) => page.getByRole("list", { name: "News" }).getByRole("listitem");

async function openDeposit(page: Page) {
  await page
    .getByRole("radio", { name: /^Balance / })
    .locator("xpath=ancestor::label")
    .click();
  await page.getByRole("button", { name: "Deposit" }).click();
  return page.getByRole("dialog");
}

it("BET-25 a player deposits all that the wallet can pay by a press on what it holds", async () => {
  const player = await visit(site.browser, { name: "all-in", url: site.url }, { width: 390, height: 844 });
  const { page } = player;
  await signUpWithSol(player);
  await page.goto(site.url);
  const dialog = await openDeposit(page);
  await dialog.getByRole("button", { name: "5.0000 SOL" }).click();
  expect(await dialog.getByRole("textbox").inputValue()).toBe("4.99900412");
  await dialog.getByRole("button", { name: "Deposit" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("4.99900412 SOL added to your balance").first().waitFor({ timeout: 20_000 });
  expect(player.complaints).toEqual([]);
});

it("BET-26 a deposit whose dialog was closed reports by a toast, and is told in the player's other tab", async () => {
  const player = await visit(site.browser, { name: "impatient", url: site.url });
  const { page } = player;
  await signUpWithSol(player);
  await page.goto(site.url);
  const other = await page.context().newPage();
  await other.goto(site.url);
  await other.getByRole("button", { name: /Wallet of impatient/ }).waitFor();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/api/**/confirm*", async (route) => {
    await held;
    return route.continue();
  });
  const dialog = await openDeposit(page);
  await dialog.getByRole("button", { name: "1", exact: true }).click();
  await dialog.getByRole("button", { name: "Deposit" }).click();
  const asked = page.waitForRequest("**/api/**/confirm*");
  await page.getByRole("button", { name: "Approve" }).click();
  await asked;
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Edit quick bets" }).first().click();
  await dialog.getByRole("heading", { name: "Quick Bets" }).waitFor();
  letGo();
  await news(page).filter({ hasText: "1 SOL added to your balance" }).waitFor({ timeout: 20_000 });
  expect(await dialog.getByRole("heading", { name: "Quick Bets" }).count()).toBe(1);
  await news(other).filter({ hasText: "Deposit received" }).waitFor();
  expect(await news(page).filter({ hasText: "Deposit received" }).count()).toBe(0);
  expect(player.complaints).toEqual([]);
});

it.each([
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
])(
  "BET-33 on a $name a deposit is shown as a code of Solana Pay, and whoever pays it is credited",
  async ({ name, ...size }) => {
    const player = await visit(site.browser, { name: `coded-${name}`, url: site.url }, size);
    const { page } = player;
    await signUpWithSol(player);
    await page.goto(site.url);
    const dialog = await openDeposit(page);
    await dialog.getByRole("textbox").fill("0.25");
    await dialog.getByRole("button", { name: "Pay with a phone" }).click();
    await dialog.getByRole("img", { name: "QR code of a payment of 0.25 SOL" }).waitFor();
    expect(await objectionsInThemes(page, `deposit-code-${name}`)).toEqual([]);
    const link = await dialog.getByRole("link", { name: "Open in a wallet app" }).getAttribute("href");
    const request = new URL(link ?? "");
    expect([request.protocol, request.searchParams.get("amount")]).toEqual(["solana:", "0.25"]);

    const payer = newPlayer(site.url);
    await payer.airdrop(1_000_000_000);
    await payer.signIn();
    await payer.sendToChain(
      await payer.compose([
        payer.memoInstruction(request.searchParams.get("memo") ?? ""),
        payer.transferInstruction(request.pathname, 250_000_000),
      ]),
    );
    await expect.poll(() => payer.balance()).toBe(0.25);
    expect(player.complaints).toEqual([]);
  },
);
