import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { approveInWallet, visitAsAdmin } from "../support/admin-page.ts";
import type { VisitOptions } from "../support/browser.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";
import { dialog } from "../support/dialog.ts";

const site = useSite();

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];

/** A local node that stands in for one on devnet. */
let node: Awaited<ReturnType<typeof openDevnetRpc>>;
beforeAll(async () => {
  node = await openDevnetRpc();
});
afterAll(() => node?.close());

const said = (page: Page, text: string) => page.getByTestId("admin-banner").getByText(text);
const row = (page: Page, key: string) => page.locator(`[data-setting=${key}]`);
const warnings = (page: Page) => page.getByTestId("settings-warnings");

async function openSettings(name: string, size: VisitOptions, asksWallet = false) {
  const { page, complaints } = await visitAsAdmin(
    site.browser,
    { username: name, url: site.url, path: "/admin/settings", asksWallet },
    size,
  );
  await page.getByRole("heading", { level: 1, name: "Game Settings" }).waitFor();
  return { page, complaints };
}

describe.each(sizes)("the settings on a $name", ({ name, ...size }) => {
  it("a setting says what it does to the house, and a losing combination is told until it is gone", async () => {
    const { page, complaints } = await openSettings(`warned-${name}`, size);
    await row(page, "house_edge")
      .getByText("Of 100 SOL wagered, the house keeps 2.5 SOL and 2.5 SOL go to the bonus fund")
      .waitFor();
    expect(await warnings(page).textContent()).toBe("");
    await page.getByLabel("House edge", { exact: true }).fill("0");
    await warnings(page).getByText("Without a house edge the house earns nothing").waitFor();
    await warnings(page).getByText("As typed, not saved").waitFor();
    await row(page, "house_edge").getByText("Of 100 SOL wagered, the house keeps 0 SOL").waitFor();
    await row(page, "house_edge")
      .getByText(/Applies from the race after #/)
      .waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await objectionsInThemes(page, `warning-${name}`)).toEqual([]);
    await page.getByLabel("House edge", { exact: true }).fill("5");
    await expect.poll(() => warnings(page).textContent()).toBe("");
    await page.getByLabel("Jackpot pool", { exact: true }).fill("2");
    await row(page, "jackpot_pool_amount")
      .getByText("A race earns it back with a pool of 80.00 SOL or more")
      .waitFor();
    expect(complaints).toEqual([]);
  });

  it("a setting's changes are shown, and undone after a question", async () => {
    const { page, complaints } = await openSettings(`undo-${name}`, size);
    const field = page.getByLabel("Extend", { exact: true });
    const before = await field.inputValue();
    const changed = before === "15" ? "20" : "15";
    await field.selectOption(changed);
    await page.getByRole("button", { name: "Save: Extend" }).click();
    await said(page, "Extend: saved").waitFor();
    await page.getByRole("button", { name: "History: Extend" }).click();
    const undo = dialog(page)
      .getByRole("button", { name: `Undo: back to ${before} s` })
      .first();
    await undo.waitFor();
    expect(await objectionsInThemes(page, `history-${name}`)).toEqual([]);
    await undo.click();
    await dialog(page).getByText(`Extend will be set back from ${changed} s to ${before} s.`).waitFor();
    expect(await objectionsInThemes(page, `undo-${name}`)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    expect(await field.inputValue()).toBe(changed);
    await page.getByRole("button", { name: "History: Extend" }).click();
    await undo.click();
    await dialog(page)
      .getByRole("button", { name: `Undo: back to ${before} s` })
      .click();
    await said(page, `Extend: back to ${before} s`).waitFor();
    await expect.poll(() => field.inputValue()).toBe(before);
    await page.getByRole("button", { name: "History: Theme" }).click();
    await dialog(page).getByText("Nobody has changed it yet.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("LIMITS-44 an earlier value that takes too much of the pools is set again only once it is typed", async () => {
    const admin = await openAdminSession(site.url);
    for (const edge of ["25", "5"]) await changeSetting(admin, "house_edge", edge);
    const { page, complaints } = await openSettings(`typed-${name}`, size);
    await page.getByRole("button", { name: "History: House edge" }).click();
    const undo = dialog(page).getByRole("button", { name: /^Undo: back to 25/ });
    await undo.first().click();
    await dialog(page).getByText("House edge will be set back from 5% to 25%.").waitFor();
    await dialog(page).getByText("A house edge above 20% takes more").waitFor();
    expect(await objectionsInThemes(page, `undo-typed-${name}`)).toEqual([]);
    expect(await undo.isDisabled()).toBe(true);
    await dialog(page).getByLabel(/^Type/).fill("house_edge 25");
    await undo.click();
    await said(page, "House edge: back to 25%").waitFor();
    await changeSetting(admin, "house_edge", "5");
    expect(complaints).toEqual([]);
  });

  it("LIMITS-5 a node is tried: refused it says why, and taken it is shown without its key", async () => {
    const { page } = await openSettings(`node-${name}`, size, true);
    const field = page.getByLabel("New Devnet RPC URL");
    const tryIt = page.getByRole("button", { name: "Test and save: Devnet RPC URL" });
    await field.fill("https://10.0.0.1/v1/s3cret");
    await tryIt.click();
    await dialog(page).getByText("Choose the Solana nodes that the game trusts").waitFor();
    expect(await objectionsInThemes(page, `confirm-${name}`)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Sign with wallet" }).click();
    await approveInWallet(page);
    const refusal = "This RPC URL is not allowed: its address is not a public one";
    await row(page, "rpc_url_devnet").getByText(refusal).waitFor();
    await field.scrollIntoViewIfNeeded();
    expect(await objectionsInThemes(page, `refused-${name}`)).toEqual([]);

    await field.fill(`${node.url}/${name}/s3cret`);
    expect(await row(page, "rpc_url_devnet").getByText(refusal).count()).toBe(0);
    const held = holdUp(page);
    await tryIt.click();
    await row(page, "rpc_url_devnet").getByText("Testing…").waitFor();
    expect(await objectionsInThemes(page, `trying-${name}`)).toEqual([]);
    (await held)();
    await said(page, "Devnet RPC URL: tested and accepted").waitFor();
    await row(page, "rpc_url_devnet").getByText(`${node.url}/…`).waitFor();
    // The field is cleared once the list has been refetched.
    await expect.poll(() => field.inputValue()).toBe("");
    await field.scrollIntoViewIfNeeded();
    expect(await objectionsInThemes(page, `taken-${name}`)).toEqual([]);
    await page.getByRole("button", { name: "History: Devnet RPC URL" }).click();
    await dialog(page).getByText(`${node.url}/…`).first().waitFor();
    expect(await page.content()).not.toContain("s3cret");
  });
});

/** Holds up the next change of a setting; resolves with a function that releases it. */
function holdUp(page: Page): Promise<() => void> {
  return new Promise((resolve) => {
    void page.route(
      "**/api/admin/settings",
      async (route) => {
        await new Promise<void>((letGo) => resolve(letGo));
        await route.continue();
      },
      { times: 1 },
    );
  });
}
