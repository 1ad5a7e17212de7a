import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { leaveDashboard, visit } from "../support/browser.ts";
import { dialog } from "../support/dialog.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";
import {
  installThirdPartyWallet,
  newThirdPartyKey,
  type ThirdPartyControl,
  type ThirdPartyOptions,
} from "../support/third-party-wallet.ts";

const site = useSite();
const name = "Hardware Wallet";

const sizes = [
  { name: "phone", width: 390, height: 844 },
  { name: "desktop", width: 1440, height: 900 },
] as const;

/** What the wallet was asked for, in order. */
const callsOf = (page: Page) =>
  page.evaluate(
    (of) =>
      (window as unknown as { readonly thirdParty: Record<string, ThirdPartyControl> }).thirdParty[of]!.calls,
    name,
  );

async function openWith(options: Partial<ThirdPartyOptions>, size = {}) {
  const visitor = await visit(site.browser, { name: "guest", url: "about:blank" }, size);
  const keys = [newThirdPartyKey()];
  await installThirdPartyWallet(visitor.context, { name, keys, ...options });
  await visitor.page.goto(site.url);
  await visitor.page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await dialog(visitor.page).getByRole("button", { name }).click();
  return { ...visitor, address: keys[0]!.address };
}

const sessionWallet = (page: Page): Promise<string | null> =>
  page.evaluate(async () => (await (await fetch("/api/auth/session")).json()).wallet);

async function createProfile(page: Page, username: string) {
  await page.getByLabel("Username").fill(username);
  await dialog(page).getByRole("button", { name: "Create Profile" }).click();
  await leaveDashboard(page);
}

it.each(sizes)(
  "IDENTITY-8 on a $name a wallet that refuses messages signs in, and confirms as an admin, by transaction",
  async ({ name: device, ...size }) => {
    const refuses = ["signIn", "signMessage"] as const;
    const { page, address } = await openWith({ refuses }, size);
    await page.getByText("You declined to sign in.").waitFor();
    await page.getByText("Many hardware wallets cannot sign messages.").waitFor();
    expect(await objectionsInThemes(page, `sign-instead-${device}`)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Sign a transaction instead" }).click();
    await createProfile(page, `ledger-${device}`);
    expect(await sessionWallet(page)).toBe(address);
    expect(await callsOf(page)).toEqual(["connect", "signIn", "signTransaction"]);

    const made = await page.evaluate(async () => {
      const headers = { "content-type": "application/json" };
      return (await fetch("/api/local/admin", { method: "POST", headers, body: "{}" })).status;
    });
    expect(made).toBe(200);
    await page.evaluate(() => localStorage.removeItem("signsInTransactions"));
    await page.goto(`${site.url}/admin/settings`);
    await page.getByLabel("Extend", { exact: true }).selectOption(device === "phone" ? "20" : "15");
    await page.getByRole("button", { name: "Save: Extend" }).click();
    await dialog(page).getByRole("button", { name: "Sign with wallet" }).click();
    await page.getByText("The wallet did not confirm.").waitFor();
    expect(await objectionsInThemes(page, `confirm-instead-${device}`)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Sign a transaction instead" }).click();
    await page.getByTestId("admin-banner").getByText("Extend: saved").waitFor();
    // From then on its owner is not asked for a message first.
    expect(await page.evaluate(() => localStorage.getItem("signsInTransactions"))).toBe(address);
  },
);

it("IDENTITY-8 a wallet without messages, whose transactions are of one version, is asked for a transaction at once", async () => {
  const features = ["standard:events", "standard:disconnect", "solana:signTransaction"];
  const { page, address, complaints } = await openWith({ features, versions: [0] });
  await createProfile(page, "no-messages");
  expect(await sessionWallet(page)).toBe(address);
  expect(await callsOf(page)).toEqual(["connect", "signTransaction"]);
  expect(complaints).toEqual([]);
});

it("ACCESS-8 a wallet that never answers blocks nothing: cancelled and asked again, it can be asked to sign", async () => {
  const { page } = await openWith({});
  await createProfile(page, "hangs");
  const made = await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/local/admin", { method: "POST", headers, body: "{}" })).status;
  });
  expect(made).toBe(200);
  await page.goto(`${site.url}/admin/settings`);
  await page.evaluate((of) => {
    const wallet = (window as unknown as { readonly thirdParty: Record<string, ThirdPartyControl> })
      .thirdParty[of]!;
    for (const request of ["signIn", "signMessage", "signTransaction"] as const) wallet.hangOn(request);
  }, name);
  const asked = (await callsOf(page)).length;
  const extend = page.getByLabel("Extend", { exact: true });
  await extend.selectOption((await extend.inputValue()) === "15" ? "20" : "15");
  const save = page.getByRole("button", { name: "Save: Extend" });
  const sign = dialog(page).getByRole("button", { name: "Sign with wallet" });
  for (const times of [1, 2]) {
    await save.click();
    await sign.click();
    await expect.poll(async () => (await callsOf(page)).length - asked).toBe(times);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await sign.waitFor({ state: "detached" });
  }
});
