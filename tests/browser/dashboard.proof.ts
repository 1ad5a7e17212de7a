import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { visit } from "../support/browser.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
const dashboard = (page: Page) => page.getByRole("dialog", { name: "Profile Dashboard" });
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function openFromMenu(page: Page): Promise<void> {
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Wallet of/ })
    .click();
  await page.getByRole("button", { name: "Profile Dashboard" }).click();
  await dashboard(page).waitFor();
}

describe.each(sizes)("on a $name", ({ name, ...size }) => {
  it("tabs have addresses, every way out leads back, and a visitor is sent to the race", async () => {
    const visitor = await visit(site.browser, { name, url: `${site.url}/dashboard/profile` }, size);
    const { page } = visitor;
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("radio").first().waitFor({ state: "attached" });
    expect(await dashboard(page).count()).toBe(0);

    await signUp(page, `player-${name}`);
    expect(pathOf(page)).toBe("/dashboard");
    // The race is still visible, but cannot be reached.
    await dashboard(page).waitFor();
    expect(await page.locator("main").count()).toBe(1);
    expect(await page.locator("div[inert] main").count()).toBe(1);
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await page.getByRole("heading", { name: "Account security" }).waitFor();
    expect(pathOf(page)).toBe("/dashboard/profile");
    await page.keyboard.press("Escape");
    await dashboard(page).waitFor({ state: "detached" });
    expect(pathOf(page)).toBe("/");

    await openFromMenu(page);
    await page.keyboard.press("1");
    await page.getByRole("button", { name: "Close the dashboard" }).click();
    await dashboard(page).waitFor({ state: "detached" });
    // No key press reached the race below; the focus is back where it was.
    expect(await page.getByRole("radio", { name: /^1 /, checked: true }).count()).toBe(0);
    const focused = page.locator(":focus");
    expect(await focused.getAttribute("aria-label")).toContain(`Wallet of player-${name}`);

    await openFromMenu(page);
    await page.goBack();
    await dashboard(page).waitFor({ state: "detached" });
    expect(pathOf(page)).toBe("/");

    await page.goto(`${site.url}/dashboard/profile`);
    await page.getByRole("heading", { name: "Account security" }).waitFor();
    await page.getByRole("button", { name: "Close the dashboard" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    expect(visitor.complaints).toEqual([]);
  });

  it("the profile is shown, and its name changed", async () => {
    const { page } = await visit(site.browser, { name, url: site.url }, size);
    const first = `first-${name}`;
    await signUp(page, first);
    const address = await page.evaluate(async () => (await (await fetch("/api/auth/session")).json()).wallet);
    const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
    const sheet = dashboard(page);
    await sheet.getByText(short).waitFor();
    await sheet.getByText("0.0000 in wallet · 0.0000 held here").waitFor();
    await sheet.getByText("N/A").waitFor();

    const heading = sheet.getByRole("heading", { level: 1 });
    const field = sheet.getByRole("textbox", { name: "Username" });
    const edit = () => sheet.getByRole("button", { name: "Edit username" }).click();
    await edit();
    await field.fill("");
    await field.press("Enter");
    await sheet.getByText("Username is required").waitFor();
    await field.fill("ab");
    await field.press("Enter");
    await sheet.getByText("Username must be at least 3 characters").waitFor();
    await field.fill("x".repeat(21));
    await field.press("Enter");
    await sheet.getByText("Username must be less than 20 characters").waitFor();
    await field.press("Escape");
    expect(await heading.textContent()).toBe(first);
    await edit();
    expect(await field.inputValue()).toBe(first);
    await sheet.getByRole("button", { name: "Cancel" }).click();
    expect(await heading.textContent()).toBe(first);

    await edit();
    await field.fill(`second-${name}`);
    await sheet.getByRole("button", { name: "Save" }).click();
    const said = page.getByText("Username updated successfully");
    await said.waitFor();
    const shownAt = Date.now();
    expect(await heading.textContent()).toBe(`second-${name}`);
    await said.waitFor({ state: "detached" });
    expect(Math.abs(Date.now() - shownAt - 3_000)).toBeLessThan(900);

    await page.route("**/api/users/*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    );
    await edit();
    await field.fill("never-arrives");
    await field.press("Enter");
    await sheet.getByText("Failed to update username").waitFor();
    await sheet.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await page.getByText("By wallet signature").waitFor();
    await page.getByText("Furlong local wallet").waitFor();
    await page.getByText("Referral earnings").waitFor();
    expect(await page.getByRole("switch").count()).toBe(0);
  });
});

it("a streamer's switch moves at once, and back when the server refuses, which is only logged", async () => {
  const { page } = await visit(site.browser, { name: "streamer", url: site.url });
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  // The server does not know this address as a streamer's, so it refuses, after a delay.
  await page.route("**/api/users/*", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const answer = await route.fetch();
    const body = await answer.json();
    if (body.user) Object.assign(body.user, { is_streamer: true, streamer_privacy_enabled: true });
    return route.fulfill({ response: answer, json: body });
  });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/api/users/*/privacy", async (route) => {
    await held;
    return route.continue();
  });
  await signUp(page, "streamer");
  // The profile is requested anew when the socket connects, here after the press and before its answer.
  let press = () => {};
  const pressed = new Promise<void>((resolve) => (press = resolve));
  await page.routeWebSocket(/socket/, async (socket) => {
    await pressed;
    socket.connectToServer();
  });
  await page.reload();
  const control = page.getByRole("switch", { name: "Hide my figures" });
  await control.waitFor();
  expect(await control.isChecked()).toBe(true);
  await control.click();
  await page.getByRole("switch", { checked: false }).waitFor();
  const refetched = page.waitForEvent("requestfinished", (request) =>
    /\/api\/users\/[^/]+$/.test(request.url()),
  );
  press();
  await refetched;
  // Long enough for the page to draw the answer.
  await page.waitForTimeout(300);
  expect(await control.isChecked()).toBe(false);
  letGo();
  await page.getByRole("switch", { checked: true }).waitFor();
  expect(logged.filter((line) => line.includes("Changing the privacy of the figures failed."))).toHaveLength(
    1,
  );
  expect(await page.getByRole("alert").count()).toBe(0);
  // The page keeps requesting the profile until it is closed.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
