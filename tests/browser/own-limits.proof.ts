import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { chooseHorse } from "../support/choose-radio.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { type Visitor, visit } from "../support/browser.ts";
import { objections, objectionsInThemes } from "../support/objections.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

/** As behind a proxy that names the country of each visitor. */
const site = useSite({ env: { TRUST_PROXY: "127.0.0.1", COUNTRY_HEADER: "x-country" } });

const sizes = [
  { name: "careful-desk", width: 1440, height: 900, theme: "main-prime" },
  { name: "careful-phone", width: 390, height: 844, theme: "solana-future" },
] as const;

it.each(sizes)(
  "BET-16 BET-17 BET-18 a player confirms the notice of age, sets limits, is told in the slip, reminded of the time and takes a break at $width px",
  async ({ name, theme, ...size }) => {
    await changeSetting(await admin(), "theme", theme);
    await changeSetting(await admin(), "age_notice_enabled", "true");
    const visitor = await visit(site.browser, { name, url: site.url }, { ...size });
    await signUp(visitor.page, name);
    await setLimits(visitor);
    await readSlip(visitor);
    await betFromBlockedCountry(visitor);
    await beReminded(visitor);
    await takeBreak(visitor);
    // The browser logs the bets that were refused.
    expect(visitor.complaints).toEqual([
      expect.stringContaining("409 (Conflict)"),
      expect.stringContaining("status of 451"),
    ]);
  },
);

let signedIn: ReturnType<typeof openAdminSession> | undefined;
const admin = () => (signedIn ??= openAdminSession(site.url));

const limitsOf = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Limits" }) });

async function setLimits({ page }: Visitor) {
  await page.getByRole("link", { name: "Profile", exact: true }).click();
  const limits = limitsOf(page);
  await limits.getByRole("button", { name: "Set: Stakes a day" }).click();
  await limits.getByRole("textbox", { name: "Stakes a day" }).fill("0.2");
  await limits.getByRole("button", { name: "Save" }).click();
  await limits.getByText("0 of 0.2").waitFor();
  // Raising a limit takes a day, and can be cancelled.
  await limits.getByRole("button", { name: "Change: Stakes a day" }).click();
  await limits.getByRole("textbox", { name: "Stakes a day" }).fill("5");
  await limits.getByText("it applies after 24 hours").waitFor();
  await page.keyboard.press("Enter");
  await limits.getByText(/5 SOL from /).waitFor();
  expect(await objections(page)).toEqual([]);
  await limits.getByRole("button", { name: "Cancel: Stakes a day" }).click();
  await limits.getByText(/5 SOL from /).waitFor({ state: "detached" });
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await limits.getByRole("combobox", { name: "Session reminder" }).selectOption("30");
  await saved;
  // It is there again after a reload.
  await page.reload();
  await limits.getByText("0 of 0.2").waitFor({ timeout: 60_000 });
  expect(await limits.getByRole("combobox").inputValue()).toBe("30");
}

async function readSlip({ page, name }: Visitor) {
  await page.goto(site.url);
  await page.getByRole("button", { name: new RegExp(`Wallet of ${name}`) }).waitFor();
  const amount = page.getByRole("textbox", { name: "Amount in SOL" }).filter({ visible: true }).first();
  await amount.fill("0.3");
  await page.getByText("Your own limit is 0.2 SOL staked in 24 hours: 0.2 SOL are left.").waitFor();
  await chooseHorse(page, 1);
  await page.locator("[data-bet-action=bet]:visible").click();
  await confirmNotice(page);
  await page.locator("[data-bet-action=bet]:visible").click();
  await page
    .getByRole("alert")
    .filter({ visible: true })
    .getByText("Your own limit is 0.2 SOL staked in 24 hours: 0.2 SOL are left")
    .waitFor();
}

async function betFromBlockedCountry({ page, context }: Visitor) {
  await changeSetting(await admin(), "blocked_countries", "DE");
  await context.setExtraHTTPHeaders({ "x-country": "DE" });
  await page.getByRole("textbox", { name: "Amount in SOL" }).filter({ visible: true }).first().fill("0.1");
  await page.locator("[data-bet-action=bet]:visible").click();
  await page
    .getByRole("alert")
    .filter({ visible: true })
    .getByText("Betting is not offered in your country. You can withdraw as before.", { exact: true })
    .waitFor();
  expect(await objectionsInThemes(page, `country-blocked-${page.viewportSize()?.width}`)).toEqual([]);
  await context.setExtraHTTPHeaders({});
}

async function confirmNotice(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Before your first bet" });
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  await confirm.waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "I am at least 18 years old." }).check();
  await dialog.getByRole("checkbox", { name: "Betting is legal where I am." }).check();
  expect(await objections(page)).toEqual([]);
  await confirm.click();
  await dialog.waitFor({ state: "detached" });
}

async function beReminded({ page }: Visitor) {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("playSession") ?? "{}") as Record<string, number>;
    const before = Date.now() - 95 * 60_000;
    const moved = { ...session, startedAtMs: before, remindedAtMs: before };
    localStorage.setItem("playSession", JSON.stringify(moved));
  });
  const dialog = page.getByRole("dialog", { name: "Time check" });
  await dialog.getByText("You have been playing for 1 h 35 min.").waitFor({ timeout: 15_000 });
  await dialog.getByText("0.0000 SOL").first().waitFor();
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Take a break" }).click();
  await dialog.waitFor({ state: "detached" });
}

async function takeBreak({ page }: Visitor) {
  const dialog = page.locator("dialog[open]");
  await dialog.getByText("7 days").click();
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Continue…" }).click();
  await page.getByRole("dialog", { name: /^Break until .+\?$/ }).waitFor();
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start the break" }).click();
  await page
    .getByText(/You are on a break until .+\. Withdrawals stay possible\./)
    .first()
    .waitFor();
  await page.goto(`${site.url}/dashboard/profile`);
  await page.getByTestId("own-break").getByText("You can withdraw at any time.").waitFor();
  await page.getByRole("button", { name: "Make it longer" }).click();
  await page.getByText(/You are already on a break until .+\./).waitFor();
  expect(await dialog.getByRole("button", { name: "Continue…" }).isDisabled()).toBe(true);
  await dialog.getByText("14 days").click();
  expect(await dialog.getByRole("button", { name: "Continue…" }).isEnabled()).toBe(true);
}
