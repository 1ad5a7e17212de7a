import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LAMPORTS_PER_SOL, lamports } from "../../src/domain/lamports.ts";
import { leaveDashboard, openBrowser, visit } from "../support/browser.ts";
import { openTestServer, type TestServer } from "../support/http-server.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import { signUp } from "../support/sign-up.ts";

const ON_CHAIN = lamports(5n * LAMPORTS_PER_SOL);

/** Without races, and without a node for the page: only the server sees the chain. */
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  const chain = { balance: async () => ON_CHAIN, genesisHash: async () => "1".repeat(32) };
  const webRoot = join(import.meta.dirname, "../../dist/web");
  [server, browser] = await Promise.all([openTestServer({ webRoot, chain }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ""])),
  );
const header = (page: Page) => page.getByRole("banner");
const walletMenu = (page: Page) => header(page).getByRole("button", { name: /^Wallet of/ });
const news = (page: Page) => page.getByRole("list", { name: "News" });

it("JOIN-1 JOIN-2 JOIN-4 JOIN-5 USERNAME-1 a wallet takes a name, is remembered under it, and is forgotten again", async () => {
  const { page, context } = await visit(browser, { name: "newcomer", url: `${server.url}/ref/somebody` });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await expect.poll(() => stored(page)).toMatchObject({ referrer: "somebody", theme: "main-prime" });
  expect(new URL(page.url()).pathname).toBe("/ref/somebody");

  await header(page).getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Your Profile" });
  await dialog.waitFor();
  const { walletAddress: address = "" } = await stored(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const short = `${address.slice(0, 4)}…${address.slice(-4)}`;
  expect(await walletMenu(page).getAttribute("aria-label")).toBe(`Wallet of ${short}, 5.00 SOL`);
  await page.getByRole("button", { name: "Create Profile" }).click();

  const complaint = dialog.getByRole("alert");
  const says = (text: string) => complaint.getByText(text, { exact: true }).waitFor();
  const submit = async (name: string) => {
    await dialog.getByLabel("Username").fill(name);
    await dialog.getByRole("button", { name: "Create Profile" }).click();
  };
  await submit("");
  await says("Username is required");
  expect(await objectionsAtSizes(page, "create-profile")).toEqual([]);
  await submit("ab");
  await says("Username must be at least 3 characters");
  await submit("x".repeat(21));
  await says("Username must be less than 20 characters");
  const name = "x".repeat(20);
  await page.route("**/api/users", (route) => route.abort());
  await submit(name);
  await says("Failed to create profile. Please try again.");
  await page.unroute("**/api/users");
  const taken = { success: false, code: "USERNAME_TAKEN", message: "A horse has this name" };
  await page.route("**/api/users", (route) => route.fulfill({ status: 409, json: taken }));
  await submit(name);
  await says("A horse has this name");
  await page.unroute("**/api/users");
  await submit(name);
  await expect
    .poll(() => stored(page))
    .toMatchObject({
      username: name,
      walletAddress: address,
      referralLink: `${server.url}/ref/${name}`,
      theme: "main-prime",
    });
  // It leads back to the page of the referral link, which has served its purpose.
  await leaveDashboard(page);
  expect(await stored(page)).not.toHaveProperty("referrer");
  await expect
    .poll(() => sockets.some((url) => url.includes(`walletAddress=${address}`) && url.includes(name)))
    .toBe(true);

  await walletMenu(page).click();
  await page.getByRole("button", { name: "Profile Dashboard" }).waitFor();
  await page.getByRole("button", { name: "Copy Address" }).click();
  await news(page).getByText("Address copied").waitFor();
  const shownAt = Date.now();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await news(page).getByText("Address copied").waitFor({ state: "detached" });
  expect(Math.abs(Date.now() - shownAt - 4_000)).toBeLessThan(900);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await walletMenu(page).click();
  await page.getByRole("button", { name: "Copy Address" }).click();
  await news(page).getByText("Failed to copy to clipboard").waitFor();

  await walletMenu(page).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await header(page).getByRole("button", { name: "Connect Wallet" }).waitFor();
  const left = await stored(page);
  expect(left["theme"]).toBe("main-prime");
  for (const key of ["username", "walletAddress", "referralLink"]) expect(left).not.toHaveProperty(key);
  expect(JSON.stringify(left)).not.toContain(address);
});

it("JOIN-4 a name is also stored if the profile was created elsewhere, and updated when it changes", async () => {
  const { page } = await visit(browser, { name: "renamed", url: server.url });
  await signUp(page, "first-name");
  await page.evaluate(() => localStorage.removeItem("username"));
  await page.reload();
  await expect.poll(async () => (await stored(page))["username"]).toBe("first-name");
  await page.getByRole("button", { name: "Edit username" }).click();
  await page.getByRole("textbox", { name: "Username" }).fill("second-name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await stored(page))["username"]).toBe("second-name");
});

it("JOIN-6 the balance on the chain takes precedence over the server's, and both are requested every 15 s", async () => {
  const { page } = await visit(browser, { name: "payer", url: server.url });
  await signUp(page, "payer");
  await leaveDashboard(page);
  const shows = (amount: string) =>
    header(page)
      .getByRole("button", { name: `Wallet of payer, ${amount} SOL` })
      .waitFor({ timeout: 20_000 });
  await shows("5.00");
  await page.route("**/rpc", (route) =>
    route.fulfill({ json: { jsonrpc: "2.0", id: 1, result: { value: 7_129_000_000 } } }),
  );
  const asked: number[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/wallet/balance/")) asked.push(Date.now());
  });
  await page.route("**/api/wallet/balance/*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), balance: 1 } });
  });
  await shows("7.12");
  await expect.poll(() => asked.length, { timeout: 50_000 }).toBeGreaterThan(2);
  const gaps = asked.slice(1).map((at, before) => at - (asked[before] ?? 0));
  for (const gap of gaps) expect(Math.abs(gap - 15_000)).toBeLessThan(1_500);
  await page.goto(`${server.url}/dashboard`);
  const sheet = page.getByRole("dialog", { name: "Profile Dashboard" });
  await sheet.getByText("7.1290 in wallet · 1.0000 held here").waitFor();
  await sheet.getByText("7.1290 SOL", { exact: true }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
