import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { visit } from "../support/browser.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite();

/** Holds back every script except the one that remembers presses; resolves with a function that releases them. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    if (!route.request().url().includes("early-press")) await released;
    await route.continue();
  });
  return release;
}

it.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  "a press on Connect Wallet at first paint opens the dialog once the page is alive, at $width px",
  async (size) => {
    const { page } = await visit(site.browser, { name: "early", url: "about:blank" }, size);
    const release = await holdScripts(page);
    await page.goto(site.url, { waitUntil: "commit" });
    const button = page.locator("[data-early=connect]:visible").first();
    await until("the press to be remembered", async () => {
      // Until the style sheet is loaded the button is elsewhere.
      const box = (await button.boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      return page.evaluate(() => document.documentElement.dataset["pressed"] === "connect");
    });
    expect(await page.getByRole("dialog").count()).toBe(0);
    release();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Furlong local wallet/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("radio").first().waitFor({ state: "attached" });
    expect(await page.getByRole("dialog").count()).toBe(0);
  },
);

it("a link with a code that is nobody's keeps no newcomer out", async () => {
  const { page } = await visit(site.browser, { name: "newcomer", url: `${site.url}/ref/${"x".repeat(65)}` });
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByLabel("Username").fill("newcomer");
  await page.getByRole("dialog").getByRole("button", { name: "Create Profile" }).click();
  await page.waitForURL("**/dashboard");
  expect(await page.evaluate(() => localStorage.getItem("referrer"))).toBeNull();
});

it("a race that is not there is said to be none", async () => {
  const { page } = await visit(site.browser, { name: "lost", url: `${site.url}/race/race-99999` });
  await page.getByRole("heading", { name: "No such race" }).waitFor();
  await page.goto(`${site.url}/race/nonsense`);
  await page.getByRole("heading", { name: "No such race" }).waitFor();
  expect(await page.getByRole("link", { name: "To the current race" }).count()).toBe(1);
});
