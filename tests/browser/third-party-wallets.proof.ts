import { createPrivateKey, sign, type JsonWebKeyInput } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { chooseHorse } from "../support/choose-radio.ts";
import { leaveDashboard, visit } from "../support/browser.ts";
import { objectionsAtSizes, objectionsInThemes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";
import {
  installThirdPartyWallet,
  newThirdPartyKey,
  type ThirdPartyControl,
  type ThirdPartyOptions,
} from "../support/third-party-wallet.ts";
import { until } from "../support/until.ts";

const site = useSite();

type Controls = { readonly thirdParty: Record<string, ThirdPartyControl> };

const showAccounts = (page: Page, name: string, indexes: readonly number[]) =>
  page.evaluate(
    ([wallet, shown]) => (window as unknown as Controls).thirdParty[wallet]!.showAccounts(shown),
    [name, indexes] as const,
  );

/** `error` is passed as JSON: what other wallets throw need not be an Error. */
const failNext = (
  page: Page,
  name: string,
  request: "connect" | "signIn" | "signTransaction",
  error: unknown,
) =>
  page.evaluate(
    ([wallet, asked, thrown]) =>
      (window as unknown as Controls).thirdParty[wallet]!.failNext(asked, JSON.parse(thrown)),
    [name, request, JSON.stringify(error)] as const,
  );

/** A visitor whose browser has these wallets. */
async function visitWith(...wallets: ThirdPartyOptions[]) {
  const visitor = await visit(site.browser, { name: "guest", url: "about:blank" });
  for (const wallet of wallets) await installThirdPartyWallet(visitor.context, wallet);
  await visitor.page.goto(site.url);
  return visitor;
}

const header = (page: Page) => page.getByRole("banner");
const openDialog = (page: Page) => header(page).getByRole("button", { name: "Connect Wallet" }).click();
const pickWallet = async (page: Page, name: string) => {
  await openDialog(page);
  await page.getByRole("dialog").getByRole("button", { name }).click();
};
const shortOf = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
const menuOf = (page: Page, name: string) =>
  header(page).getByRole("button", { name: new RegExp(`Wallet of ${name}`) });

async function createProfile(page: Page, username: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByRole("dialog").getByRole("button", { name: "Create Profile" }).click();
  await leaveDashboard(page);
}

const sessionWallet = (page: Page): Promise<string | null> =>
  page.evaluate(async () => (await (await fetch("/api/auth/session")).json()).wallet);

it("bets with a wallet that compares accounts by identity, and forgets all of it on an account change", async () => {
  const name = "Strict Wallet";
  const keys = [newThirdPartyKey(), newThirdPartyKey()];
  const { page, complaints } = await visitWith({
    name,
    keys,
    comparesByIdentity: true,
    hasLiveListeners: true,
  });
  await pickWallet(page, name);
  await page.getByRole("dialog").getByRole("button", { name: "Sign In" }).click();
  await createProfile(page, "strict");
  await menuOf(page, "strict").click();
  await page.getByRole("button", { name: "Get Local SOL" }).first().click();
  await page.getByRole("button", { name: "5 SOL", exact: true }).click();
  await menuOf(page, "strict, 5.00 SOL").waitFor();
  await page.getByRole("link", { name: "Furlong" }).click();

  await chooseHorse(page, 3);
  await failNext(page, name, "signTransaction", "User rejected the request");
  await page.getByRole("button", { name: "Place Bet" }).click();
  await page.getByText("You declined to sign the bet").first().waitFor();
  await failNext(page, name, "signTransaction", "invalid account");
  await page.getByRole("button", { name: "Place Bet" }).click();
  await page.getByText("Wallet failed to send transaction").first().waitFor();
  await page.getByRole("button", { name: "Place Bet" }).click();
  await page.getByRole("button", { name: /Bet placed · 0.1 SOL on 3/ }).waitFor({ timeout: 20_000 });

  await showAccounts(page, name, [1]);
  await menuOf(page, shortOf(keys[1]!.address)).waitFor();
  expect(await page.getByText(/Bet placed/).count()).toBe(0);
  expect(await page.getByText("SELECTED", { exact: true }).count()).toBe(0);
  await until("the session to end", async () => (await sessionWallet(page)) === null);
  expect(await page.evaluate(() => localStorage.getItem("walletAddress"))).toBe(keys[1]!.address);

  // The bet remains the first account's, and comes back with it.
  await showAccounts(page, name, [0, 1]);
  await header(page)
    .getByRole("button", { name: /Wallet of/ })
    .click();
  await header(page).getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: /Bet placed · 0.1 SOL on 3/ }).waitFor();

  // The session also ends when the wallet disconnects on its own.
  await showAccounts(page, name, []);
  await header(page).getByRole("button", { name: "Connect Wallet" }).waitFor();
  expect(await page.getByText(/Bet placed/).count()).toBe(0);
  await until("the session to end", async () => (await sessionWallet(page)) === null);
  // A call that was in flight when its session ended is refused, which the browser logs automatically.
  expect(complaints.filter((text) => !/Failed to load resource.*\b401\b/.test(text))).toEqual([]);
});

it("plays with the account that was chosen among several, also after a reload", async () => {
  const name = "Many Accounts";
  const keys = [newThirdPartyKey(), newThirdPartyKey(), newThirdPartyKey()];
  const { page, complaints } = await visitWith({ name, keys });
  await pickWallet(page, name);
  await page.getByRole("radio", { name: new RegExp(`^${keys[1]!.address.slice(0, 6)}`) }).check();
  expect(await objectionsAtSizes(page, "several-accounts")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Sign In" }).click();
  await createProfile(page, "second");
  expect(await sessionWallet(page)).toBe(keys[1]!.address);
  await page.reload();
  await menuOf(page, "second").waitFor();
  expect(complaints).toEqual([]);
});

it("JOIN-3 says before the choice that a wallet cannot bet here, and distinguishes declining from failing", async () => {
  const keys = [newThirdPartyKey()];
  const { page } = await visitWith(
    { name: "Mainnet Only", keys, chains: ["solana:mainnet"] },
    { name: "Sends Only", keys, features: ["solana:signIn", "solana:signAndSendTransaction"] },
    { name: "Other Chain", keys, chains: ["sui:mainnet"], features: [] },
    { name: "Good Wallet", keys },
  );
  await openDialog(page);
  const dialog = page.getByRole("dialog");
  const entry = (name: string) => dialog.getByRole("button", { name });
  await dialog.getByText("Does not support localnet").waitFor();
  expect(await entry("Mainnet Only").isDisabled()).toBe(true);
  expect(await entry("Sends Only").textContent()).toContain("Cannot sign a bet here");
  expect(await entry("Sends Only").isDisabled()).toBe(true);
  expect(await entry("Other Chain").count()).toBe(0);
  expect(await objectionsAtSizes(page, "wallets-with-obstacles")).toEqual([]);

  const alert = dialog.getByRole("alert");
  const says = (text: string) => alert.filter({ hasText: text }).waitFor();
  await failNext(page, "Good Wallet", "connect", { code: 4001, message: "User rejected the request." });
  await entry("Good Wallet").click();
  await says("You declined to connect your wallet.");
  await failNext(page, "Good Wallet", "connect", "No network");
  await entry("Good Wallet").click();
  await says("Failed to connect wallet. Please try again.");
  expect(await objectionsAtSizes(page, "connect-failed")).toEqual([]);
  await failNext(page, "Good Wallet", "signIn", "Approval Denied");
  await entry("Good Wallet").click();
  await says("You declined to sign in.");
  await page.route("**/api/auth/nonce", (route) => route.abort());
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await says("Failed to connect wallet. Please try again.");
});

it("JOIN-7 does not wait forever for a wallet that never answers, nor for a profile", async () => {
  const [silent, good] = [newThirdPartyKey(), newThirdPartyKey()];
  const { page } = await visitWith({ name: "Silent", keys: [silent] }, { name: "Good Wallet", keys: [good] });
  await page.evaluate(() => (window as unknown as Controls).thirdParty["Silent"]!.hangOn("connect"));
  await pickWallet(page, "Silent");
  await page.getByRole("dialog").getByText("Waiting…").waitFor();
  await page.keyboard.press("Escape");

  let isBroken = true;
  await page.route(`**/api/users/${good.address}`, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: "INTERNAL_ERROR" } }) : route.continue(),
  );
  await pickWallet(page, "Good Wallet");
  await menuOf(page, "Not loaded").click();
  await page.getByText("Your profile cannot be loaded right now.").waitFor();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await pickWallet(page, "Good Wallet");
  await menuOf(page, "Not loaded").click();
  isBroken = false;
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Username").waitFor();
  expect(await header(page).getByText("Not loaded").count()).toBe(0);
});

it("BET-27 a wallet that never answers is given up; its payment counts when it lands later all the same", async () => {
  const name = "Mute Wallet";
  const key = newThirdPartyKey();
  const { page } = await visitWith({ name, keys: [key] });
  await pickWallet(page, name);
  await createProfile(page, "mute");
  await menuOf(page, "mute").click();
  await page.getByRole("button", { name: "Get Local SOL" }).first().click();
  await page.getByRole("button", { name: "5 SOL", exact: true }).click();
  await menuOf(page, "mute, 5.00 SOL").waitFor();
  await page.getByRole("link", { name: "Furlong" }).click();
  await page.evaluate(
    (wallet) => (window as unknown as Controls).thirdParty[wallet]?.hangOn("signTransaction"),
    name,
  );
  await chooseHorse(page, 5);
  const prepared = page.waitForResponse("**/bet/prepare");
  await page.getByRole("button", { name: "Place Bet" }).click();
  const { serializedTransaction } = await (await prepared).json();
  const stop = page.getByRole("button", { name: "Stop waiting" });
  await stop.waitFor();
  expect(await objectionsInThemes(page, "stop-waiting")).toEqual([]);
  await stop.click();
  await page.getByText("You stopped waiting for your wallet").first().waitFor();
  await page.getByRole("button", { name: "Place Bet", disabled: false }).waitFor();

  const wire = Buffer.from(serializedTransaction, "base64");
  const signer = createPrivateKey({ key: key.jwk as JsonWebKeyInput["key"], format: "jwk" });
  wire.set(sign(null, wire.subarray(65), signer), 1);
  const sent = await fetch(`${site.url}/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "sendTransaction",
      params: [wire.toString("base64"), { encoding: "base64" }],
    }),
  });
  expect(await sent.json()).toHaveProperty("result");
  await page.getByRole("button", { name: /Bet placed · 0.1 SOL on 5/ }).waitFor({ timeout: 60_000 });
});

it("BET-27 BALANCE-1 a wallet that never confirms larger bets from the balance is given up", async () => {
  const name = "Slow Wallet";
  const { page } = await visitWith({ name, keys: [newThirdPartyKey()] });
  await pickWallet(page, name);
  await createProfile(page, "slow");
  await menuOf(page, "slow").click();
  await page.getByRole("button", { name: "Get Local SOL" }).first().click();
  await page.getByRole("button", { name: "5 SOL", exact: true }).click();
  await menuOf(page, "slow, 5.00 SOL").waitFor();
  await page.getByRole("link", { name: "Furlong" }).click();
  await page
    .getByRole("radio", { name: "Balance 0.0000", exact: true })
    .locator("xpath=ancestor::label")
    .click();
  await page.getByRole("button", { name: "Deposit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deposit" }).click();
  await page
    .getByRole("radio", { name: "Balance 1.0000", exact: true })
    .waitFor({ state: "attached", timeout: 60_000 });
  const admin = await openAdminSession(site.url);
  await changeSetting(admin, "balance_step_up_above_sol", "0.2");
  await page.evaluate((wallet) => {
    const control = (window as unknown as Controls).thirdParty[wallet];
    for (const request of ["signIn", "signMessage", "signTransaction"] as const) control?.hangOn(request);
  }, name);
  await chooseHorse(page, 3);
  await page.getByLabel("Amount in SOL").first().fill("0.3");
  await page.locator("[data-bet-action=bet]:visible").click();
  await page.getByText("Larger bets from your balance require your wallet's signature").first().waitFor();
  expect(await objectionsInThemes(page, "stop-confirming")).toEqual([]);
  await page.getByRole("button", { name: "Stop waiting" }).click();
  await page.getByText("Please confirm this with your wallet first").first().waitFor();
  // A smaller one needs no signature.
  await page.getByLabel("Amount in SOL").first().fill("0.1");
  await page.locator("[data-bet-action=bet]:visible").click();
  await page.getByRole("button", { name: "Bet placed · 0.1 SOL on 3" }).filter({ visible: true }).waitFor();
}, 240_000);
