import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { approveInWallet, visitAsAdmin } from "../support/admin-page.ts";
import type { VisitOptions } from "../support/browser.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";
import { dialog } from "../support/dialog.ts";

const site = useSite();

const desk = { width: 1440, height: 900 };
const sizes = [
  { name: "desk", ...desk, jackpot: 11 },
  { name: "phone", width: 390, height: 844, jackpot: 12 },
];

const said = (page: Page, text: string) => page.getByTestId("admin-banner").getByText(text);

async function newAdmin(name: string, size: VisitOptions): Promise<Page> {
  const { page } = await visitAsAdmin(site.browser, { username: name, url: site.url, path: "/admin" }, size);
  return page;
}

/** A call below `/api/admin/` in the page's own session; returns the body. */
const call = (page: Page, path: string, about?: object) =>
  page.evaluate(
    async ({ to, more }) => {
      const session = await (await fetch("/api/auth/session")).json();
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ adminWallet: session.wallet, ...more });
      const reply = await fetch(
        `/api/admin/${to}`,
        more === undefined ? {} : { method: "POST", headers, body },
      );
      return reply.json();
    },
    { to: path, more: about },
  );
const settingOf = async (page: Page, key: string): Promise<string> => {
  const { settings } = await call(page, "settings");
  return settings.find(({ setting_key }: { setting_key: string }) => setting_key === key).setting_value;
};

/** Requests a jackpot that one admin may not give alone. */
async function askForJackpot(page: Page, amount: number): Promise<void> {
  await page.goto(`${site.url}/admin/settings?setting=jackpot_pool_amount`);
  await page.getByLabel("Jackpot pool", { exact: true }).fill(String(amount));
  await page.getByRole("button", { name: "Save: Jackpot pool" }).click();
  // No race has been settled, so nobody knows what an average pool leaves to the house.
  await dialog(page).getByLabel(/^Type/).fill(`jackpot_pool_amount ${amount}`);
  await dialog(page).getByRole("button", { name: "Save: Jackpot pool" }).click();
  await said(page, "Not done yet: it waits for another admin's approval").waitFor();
}

describe.each(sizes)("on a $name", ({ name, jackpot, ...size }) => {
  it("the panel opens with how the game stands, and what is wrong is mended from there", async () => {
    const page = await newAdmin(`watch-${name}`, size);
    await page.goto(`${site.url}/admin`);
    await page.waitForURL("**/admin/overview");
    await page.getByText("House equity", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "Race now" }).waitFor();
    await page.getByText(/\d+ s old/).waitFor();
    // The bonus fund of a new house is empty.
    await page.getByRole("link", { name: "Open the setting" }).waitFor();
    expect(await objectionsInThemes(page, `overview-${name}`)).toEqual([]);

    const maintenance = { settingKey: "site_maintenance_enabled", settingValue: "true" };
    await call(page, "settings", maintenance);
    const isOn = page.locator("[data-problem=MAINTENANCE_ON]");
    await isOn.getByText("Maintenance mode is on").waitFor();
    await page.getByRole("button", { name: "Switch maintenance off" }).click();
    await dialog(page).getByRole("button", { name: "Switch off" }).click();
    await isOn.waitFor({ state: "detached" });
    expect(await settingOf(page, "site_maintenance_enabled")).toBe("false");

    await page.route("**/api/admin/overview*", (route) => route.abort());
    await page
      .getByRole("alert")
      .getByText("The server is not responding. These figures are out of date.")
      .waitFor();
    await page.getByText("House equity", { exact: true }).waitFor();
    expect(await objectionsInThemes(page, `overview-alarm-${name}`)).toEqual([]);
    const asksAgain = page.waitForRequest("**/api/admin/overview*");
    await page.getByRole("button", { name: "Try again" }).click();
    await asksAgain;
    // Only now: the page's own refetch would take the button away before it is clicked.
    await page.unroute("**/api/admin/overview*");
    await page.getByText("The server is not responding.").waitFor({ state: "detached" });
  });

  it("APPROVALS-7 what one admin asks for another sees at once, and approves with the wallet", async () => {
    const [asker, other] = [await newAdmin(`asks-${name}`, desk), await newAdmin(`decides-${name}`, size)];
    await other.goto(`${site.url}/admin/overview`);
    await other.getByText(/\d+ s old/).waitFor();
    expect(await other.getByTestId("to-decide").count()).toBe(0);
    const before = await settingOf(asker, "jackpot_pool_amount");

    await askForJackpot(asker, jackpot);
    // The toast comes only through the socket, and with it the count and the row of the overview.
    await other.getByText("A request is waiting for your approval").first().waitFor();
    await other.getByTestId("to-decide").filter({ visible: true }).first().waitFor();
    expect(await asker.getByTestId("to-decide").count()).toBe(0);
    await other.getByRole("link", { name: "Open approvals" }).click();
    await other.waitForURL("**/admin/approvals");
    const request = other.locator("[data-request]");
    await request.getByText(/\d+:\d\d:\d\d left/).waitFor();
    await request.getByText(`${jackpot} SOL`).first().waitFor();
    expect(await objectionsInThemes(other, `approvals-${name}`)).toEqual([]);
    expect(await settingOf(asker, "jackpot_pool_amount")).toBe(before);

    await request.getByRole("button", { name: "Approve" }).click();
    await dialog(other).getByLabel("Reason, optional").fill(`agreed on a ${name}`);
    expect(await objectionsInThemes(other, `approve-${name}`)).toEqual([]);
    await dialog(other).getByRole("button", { name: "Approve" }).click();
    await approveInWallet(other);
    await said(other, "Approved and done").waitFor();
    await other.getByText("Nothing is waiting for another admin.").waitFor();
    await other.getByText(`agreed on a ${name}`).waitFor();
    expect(await settingOf(asker, "jackpot_pool_amount")).toBe(String(jackpot));
    await asker.getByText("Your request is approved").first().waitFor();
    await call(asker, "settings", { settingKey: "jackpot_pool_amount", settingValue: "0" });
  });

  it("an approval moves the money; what cannot be done any more says why, and is declined or withdrawn", async () => {
    const [asker, other] = [await newAdmin(`wants-${name}`, desk), await newAdmin(`weighs-${name}`, size)];
    await askForJackpot(asker, 100 + jackpot);
    await asker.goto(`${site.url}/admin/approvals`);
    await asker.getByRole("button", { name: "Withdraw" }).click();
    await dialog(asker).getByRole("button", { name: "Withdraw" }).click();
    await said(asker, "Withdrawn").waitFor();

    const equity = async () => Number((await call(asker, "overview")).equity);
    const ask = (jackpotAmount: number) =>
      call(asker, "special-race", {
        raceType: "classic",
        houseEdge: 0,
        jackpotAmount,
        minBets: 2,
        countdownSeconds: 30,
      });
    const had = await equity();
    const most = Math.floor(had) - 20;
    await ask(most);
    await ask(50);
    await other.goto(`${site.url}/admin/approvals`);
    const requests = other.locator("[data-request]");
    await expect.poll(() => requests.count()).toBe(2);
    await requests.first().getByRole("button", { name: "Approve" }).click();
    await dialog(other).getByRole("button", { name: "Approve" }).click();
    await approveInWallet(other);
    await expect.poll(() => requests.count()).toBe(1);
    // Network fees of anchors are deducted from it meanwhile.
    expect(Math.abs(had - most - (await equity()))).toBeLessThan(0.01);

    await requests.getByRole("button", { name: "Approve" }).click();
    await dialog(other).getByRole("button", { name: "Approve" }).click();
    await approveInWallet(other);
    await dialog(other).getByRole("alert").getByText("House equity").waitFor();
    await dialog(other).getByRole("button", { name: "Cancel" }).click();
    expect(await requests.count()).toBe(1);
    await requests.getByRole("button", { name: "Decline" }).click();
    await dialog(other).getByRole("button", { name: "Decline" }).click();
    await said(other, "Declined").waitFor();
    await asker.getByText("Your request is declined").first().waitFor();
    const { special } = await giveBack(asker);
    expect(special).toBe(true);
    expect(Math.abs(had - (await equity()))).toBeLessThan(0.01);
  });
});

/** Cancels the queued special race, whose jackpot goes back to equity. */
const giveBack = (page: Page) =>
  page.evaluate(async () => {
    const session = await (await fetch("/api/auth/session")).json();
    const { specialRaces } = await (await fetch("/api/admin/special-race")).json();
    const [first] = specialRaces;
    const path = `/api/admin/special-race/${first.id}?adminWallet=${session.wallet}`;
    const reply = await fetch(path, { method: "DELETE" });
    return { special: reply.ok };
  });
