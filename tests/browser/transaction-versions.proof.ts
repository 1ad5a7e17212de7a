import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { chooseHorse, chooseRadio } from "../support/choose-radio.ts";
import { leaveDashboard, visit } from "../support/browser.ts";
import { useSite } from "../support/site.ts";
import { installThirdPartyWallet, newThirdPartyKey } from "../support/third-party-wallet.ts";

const site = useSite();

const menuOf = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("button", { name: new RegExp(`Wallet of ${name}`) });

it.each([
  ["legacy", ["legacy"]],
  ["newest", [1]],
] as const)(
  "BET-28 a player of the %s wallet, which signs versions %j alone, deposits and bets",
  async (username, versions) => {
    const name = `${username} Wallet`;
    const { page, context, complaints } = await visit(site.browser, { name: username, url: "about:blank" });
    await installThirdPartyWallet(context, { name, keys: [newThirdPartyKey()], versions });
    await page.goto(site.url);
    await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
    await page.getByRole("dialog").getByRole("button", { name }).click();
    await page.getByLabel("Username").fill(username);
    await page.getByRole("dialog").getByRole("button", { name: "Create Profile" }).click();
    await leaveDashboard(page);
    await menuOf(page, username).click();
    await page.getByRole("button", { name: "Get Local SOL" }).first().click();
    await page.getByRole("button", { name: "5 SOL", exact: true }).click();
    await menuOf(page, `${username}, 5.00 SOL`).waitFor();
    await page.getByRole("link", { name: "Furlong" }).click();

    await page
      .getByRole("radio", { name: /^Balance / })
      .locator("xpath=ancestor::label")
      .click();
    await page.getByRole("button", { name: "Deposit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "1", exact: true }).click();
    await dialog.getByRole("button", { name: "Deposit" }).click();
    await page.getByText("1 SOL added to your balance").first().waitFor({ timeout: 20_000 });

    await chooseRadio(page, /^Wallet /);
    await chooseHorse(page, 3);
    await page.getByRole("button", { name: "Place Bet" }).click();
    await page.getByRole("button", { name: /Bet placed · 0.1 SOL on 3/ }).waitFor({ timeout: 20_000 });
    expect(complaints).toEqual([]);
  },
);
