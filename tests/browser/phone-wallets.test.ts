import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { objectionsInThemes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

const agents = {
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
};

/** Text that occurs only in the adapter's code. */
const ADAPTER = /SolanaMobileWalletAdapter/;

/**
 * A phone on a page of this server. Wallet apps do not know local chains, so the page takes the server for one on
 * devnet.
 */
async function openPhone(userAgent: string, path: string) {
  const viewport = { width: 390, height: 844 };
  const context = await site.browser.newContext({
    userAgent,
    viewport,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const withAdapter: string[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    void response.text().then((text) => void (ADAPTER.test(text) && withAdapter.push(response.url())));
  });
  await page.route("**/api/public/runtime", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), network: "devnet" } });
  });
  const answer = await page.goto(`${site.url}${path}`);
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).waitFor();
  await page.waitForLoadState("networkidle");
  const policy = (await answer?.headerValue("content-security-policy")) ?? "";
  return { page, context, complaints, withAdapter, policy };
}

const openDialog = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  return page.getByRole("dialog");
};

async function linksOf(dialog: Locator): Promise<readonly string[]> {
  await dialog.getByRole("link").first().waitFor();
  return dialog
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
}

const browsing = (target: string) => {
  const to = `${encodeURIComponent(`${site.url}${target}`)}?ref=${encodeURIComponent(site.url)}`;
  return [
    `https://phantom.app/ul/browse/${to}`,
    `https://solflare.com/ul/v1/browse/${to}`,
    `https://backpack.app/ul/v1/browse/${to}`,
  ];
};

it("on Android offers the wallet apps, which are loaded only when asked for", async () => {
  const { page, context, complaints, withAdapter, policy } = await openPhone(
    agents.android,
    "/ref/Seabiscuit",
  );
  expect(withAdapter).toEqual([]);
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: /Mobile Wallet Adapter/, disabled: false }).waitFor();
  expect(withAdapter).toHaveLength(1);
  expect(await linksOf(dialog)).toEqual(browsing("/ref/Seabiscuit"));
  expect(policy).toContain(" http://localhost ws://localhost:*");
  expect(complaints).toEqual([]);
  await context.close();
});

it("on an iPhone offers to open the page in a wallet's browser, with the referral", async () => {
  const { page, context, complaints, withAdapter, policy } = await openPhone(
    agents.iphone,
    "/ref/Seabiscuit",
  );
  await page.goto(`${site.url}/race?from=here`);
  const dialog = await openDialog(page);
  expect(await linksOf(dialog)).toEqual(browsing("/ref/Seabiscuit"));
  expect(await dialog.getByRole("button", { name: /Mobile Wallet Adapter/ }).count()).toBe(0);
  for (const link of await dialog.getByRole("link").all())
    // Layout size: the dialog may still be animating to its full size.
    expect(await link.evaluate((it) => (it as HTMLElement).offsetHeight)).toBeGreaterThanOrEqual(44);
  expect(await objectionsInThemes(page, "phone-wallet-links")).toEqual([]);
  expect(withAdapter).toEqual([]);
  expect(policy).not.toContain("localhost:*");
  expect(complaints).toEqual([]);
  await context.close();
});

it("on a desktop links to the download of each wallet that is missing", async () => {
  const page = await site.browser.newPage();
  await page.goto(site.url);
  const dialog = await openDialog(page);
  expect(await linksOf(dialog)).toEqual([
    "https://phantom.com/download",
    "https://solflare.com/download",
    "https://backpack.app/download",
  ]);
  await page.close();
});
