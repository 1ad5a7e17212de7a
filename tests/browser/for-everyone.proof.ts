import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { leaveDashboard, visit } from "../support/browser.ts";
import { useSite } from "../support/site.ts";
import { openAdminSession } from "../support/admin-session.ts";
import { until } from "../support/until.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });
beforeAll(async () => {
  await openAdminSession(site.url);
});

/** Walks the page's tab order until the element with this name has the focus; fails if it cannot be reached. */
async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 80; step++) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (name.test(focused.trim())) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

/** Waits for it first: a dialog's code is loaded when the dialog is first opened. */
async function press(page: Page, name: RegExp) {
  await page.getByRole("button", { name }).or(page.getByRole("menuitem", { name })).first().waitFor();
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Everything that the live regions announced, in order. */
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard);

async function listen(page: Page) {
  await page.evaluate(() => {
    const said: string[] = [];
    (window as unknown as { heard: string[] }).heard = said;
    new MutationObserver(() => {
      for (const region of document.querySelectorAll("[aria-live]")) {
        const text = region.textContent ?? "";
        if (text !== "" && !said.includes(text)) said.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

it("a whole bet is done by keyboard alone, with reduced motion, and the race is told to listeners", async () => {
  const { page, complaints } = await visit(site.browser, { name: "helen", url: site.url });
  await page.getByRole("radio").first().waitFor({ state: "attached" });
  await press(page, /^Connect Wallet$/);
  await press(page, /Furlong local wallet/);
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await press(page, /^Approve$/);
  await page.getByLabel("Username").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("helen");
  await page.keyboard.press("Enter");
  await leaveDashboard(page);
  await press(page, /^Wallet of helen/);
  await press(page, /^Get Local SOL$/);
  await press(page, /^5 SOL$/);
  await page.getByRole("button", { name: /Wallet of helen, 5.00 SOL/ }).waitFor();
  await page.goto(site.url);
  await listen(page);

  await page.getByRole("button", { name: "Place Bet" }).waitFor({ timeout: 90_000 });
  await until("the key to pick the horse", async () => {
    await page.keyboard.press("2");
    return page.getByRole("radio", { name: /^2 / }).isChecked();
  });
  await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("radio", { name: /^3 / }).isChecked()).toBe(true);
  await page.keyboard.press("w");
  expect(await page.locator("#bet-amount").inputValue()).toBe("0.25");
  await page.keyboard.press("Enter");
  await page.getByText("0.25 SOL to").waitFor();
  await press(page, /^Approve$/);
  await page.getByRole("button", { name: "Bet placed · 0.25 SOL on 3" }).waitFor({ timeout: 20_000 });

  await page.getByRole("progressbar").nth(5).waitFor({ state: "attached", timeout: 60_000 });
  expect(await page.locator("canvas").count()).toBe(0);
  await until("the result to be told", async () => (await heard(page)).some((text) => /wins\./.test(text)));
  const said = await heard(page);
  for (const expected of [
    /^Betting closes in 10 seconds\.$/,
    /^They're off!$/,
    /^50 percent run: [1-6] .+ leads\.$/,
    /^[1-6] .+ wins\. (You won [\d.]+ SOL|Your bet did not win|Your stake of 0\.25 SOL is returned)\.$/,
  ]) {
    expect(said).toContainEqual(expect.stringMatching(expected));
  }
  expect(complaints).toEqual([]);
});

it("stands still for who chooses that, on the next visit too", async () => {
  const { page, complaints } = await visit(
    site.browser,
    { name: "hermes", url: site.url },
    { reducedMotion: "no-preference" },
  );
  await page.locator("canvas").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Motion is reduced").check();
  await page.keyboard.press("Escape");
  await page.getByRole("progressbar").nth(5).waitFor({ state: "attached" });
  expect(await page.locator("canvas").count()).toBe(0);
  await page.reload();
  await page.getByRole("progressbar").nth(5).waitFor({ state: "attached" });
  expect(await page.locator("canvas").count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("begins in the language that the browser asks for, and stays in the one that was chosen", async () => {
  const { page, complaints } = await visit(
    site.browser,
    { name: "heidi", url: site.url },
    { locale: "de-AT" },
  );
  const heading = (name: string) => page.getByRole("heading", { name, exact: true });
  await heading("Wähle dein Pferd").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  expect(await page.getByLabel("Betrag in SOL").first().inputValue()).toBe("0,1");
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await heading("Settings").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.reload();
  await heading("Select Your Horse").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(complaints).toEqual([]);
});
