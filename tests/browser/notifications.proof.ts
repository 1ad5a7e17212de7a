import { expect, it } from "vitest";
import { lamports } from "../../src/domain/lamports.ts";
import { notifyAll } from "../../src/server/foundation/notifications/stored-notifications.ts";
import { visit } from "../support/browser.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import { signUp } from "../support/sign-up.ts";
import { useTestSite } from "../support/test-site.ts";

const site = useTestSite();

const SIGNATURE = "5".repeat(87);
const won = (raceId: string) =>
  ({ kind: "race_won", params: { raceId, amount: lamports(548_888_888n) } }) as const;

/** Somebody with a notification of a race, a payment, a title and a credit, none of them read, on the dashboard. */
async function playerWithNews(name: string) {
  const { page } = await visit(site.browser, { name, url: site.url });
  await signUp(page, name);
  const wallet = await page.evaluate(() => localStorage.getItem("walletAddress") ?? "");
  const tell = (...news: Parameters<typeof notifyAll>[2]) =>
    site.server.db.transaction((tx) => notifyAll(tx, site.server, news));
  await tell(
    { wallet, ...won("race-7") },
    { wallet, kind: "withdrawal_sent", params: { amount: lamports(20_000_000n), signature: SIGNATURE } },
    { wallet, kind: "title_unlocked", params: { titleId: "first-win", title: "Maiden" } },
    { wallet, kind: "deposit_received", params: { amount: lamports(1_000_000n) } },
  );
  await page.reload();
  const items = page.getByRole("dialog", { name: "Profile Dashboard" }).getByRole("listitem");
  const item = (title: string) => items.filter({ hasText: title });
  await item("You won").waitFor();
  return { page, item };
}

it("a notification of a race, a payment or a title is a link to it", async () => {
  const { page, item } = await playerWithNews("linked");
  const target = (title: string) => item(title).getByRole("link").getAttribute("href");
  expect(await target("You won")).toBe("/race/race-7");
  expect(await target("Title unlocked: Maiden")).toBe("/dashboard/titles");
  // No explorer knows the local chain.
  expect(await item("Withdrawal sent").getByRole("link").count()).toBe(0);
  expect(await item("Deposit received").getByRole("link").count()).toBe(0);
  expect(await objectionsAtSizes(page, "notification-links")).toEqual([]);

  // The local wallet stays connected, since the page is not loaded anew: it asks for the runtime every 30 s.
  await page.route("**/api/public/runtime", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), network: "devnet" } });
  });
  const payment = item("Withdrawal sent").getByRole("link");
  await payment.waitFor({ timeout: 60_000 });
  expect(await payment.getAttribute("href")).toBe(
    `https://explorer.solana.com/tx/${SIGNATURE}?cluster=devnet`,
  );
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

it("amounts in notifications have four decimals, and the whole amount is shown on hover", async () => {
  const { page, item } = await playerWithNews("decimals");
  const body = item("You won").getByText("are on their way to your wallet");
  expect(await body.textContent()).toBe(
    "Your horse won race #7: 0.5488 SOL are on their way to your wallet.",
  );
  expect(await body.getAttribute("title")).toContain("0.548888888 SOL");
  expect(await item("Deposit received").getByText("0.001 SOL").getAttribute("title")).toBeNull();
  await page.close();
});

it("one notification is marked as read by its own button, or when its page is opened", async () => {
  const { page, item } = await playerWithNews("reader");
  const bell = (name: string) => page.locator("header").getByLabel(name, { exact: true });
  const opacity = (title: string) => item(title).evaluate((element) => getComputedStyle(element).opacity);
  await bell("Notifications, 4 unread").waitFor({ state: "attached" });
  await page.getByRole("button", { name: /^Mark as read Deposit received .*0\.001 SOL/ }).waitFor();
  await item("Deposit received").getByRole("button", { name: "Mark as read" }).click();
  await bell("Notifications, 3 unread").waitFor({ state: "attached" });
  await expect.poll(() => opacity("Deposit received")).toBe("0.7");
  expect(await item("Deposit received").getByRole("button").count()).toBe(0);
  expect(await opacity("You won")).toBe("1");

  await item("Title unlocked").getByRole("link").click();
  await page.waitForURL("**/dashboard/titles");
  await bell("Notifications, 2 unread").waitFor({ state: "attached" });
});
