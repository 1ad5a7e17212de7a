import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { openAdminSession } from "../support/admin-session.ts";
import { visit, type Visitor } from "../support/browser.ts";
import { objectionsInThemes } from "../support/objections.ts";
import type { Player } from "../support/player.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";
import { until } from "../support/until.ts";

const site = useSite();
let admin: Player;

beforeAll(async () => {
  admin = await openAdminSession(site.url);
  await until("a count on the chain", async () => {
    const { body } = await admin.call("GET", "/api/liabilities");
    return body.anchored?.anchor;
  });
});

const line = (page: Page) => page.getByTestId("own-part");
const state = (page: Page, name: string) => line(page).locator(`[data-state=${name}]`).first();

/** A player to whom the house owes half a SOL, on their own dashboard. */
async function owedPlayer(name: string, options: Parameters<typeof visit>[2] = {}): Promise<Visitor> {
  const visitor = await visit(site.browser, { name, url: site.url }, options);
  await signUp(visitor.page, name);
  const { wallet } = await visitor.page.evaluate(async () => (await fetch("/api/auth/session")).json());
  const asked = { walletAddress: wallet, expectedBalance: 0, newBalance: 0.5, reason: "a gift" };
  const { status } = await admin.call("POST", "/api/admin/balance", {
    body: { adminWallet: admin.address, ...asked },
  });
  expect(status).toBe(200);
  return visitor;
}

it("OWED-4 OWED-5 the dashboard finds the own balance in what the house owes, after a new count, and on the chain", async () => {
  const { page, complaints } = await owedPlayer("ada");
  await page.reload();
  await line(page)
    .getByText(/Your balance was not yet counted|The house owes you nothing/)
    .waitFor();
  await line(page).getByRole("button", { name: "Check again" }).click();
  // At most one count a minute.
  await state(page, "checked").waitFor({ timeout: 90_000 });
  await line(page).getByText("Counted among what the house owes: checked").waitFor();
  await line(page).getByText("0.5000 SOL").waitFor();
  await line(page).getByText("What this does not prove").click();
  await line(page).getByText("It does not show that others are").waitFor();
  expect(await objectionsInThemes(page, "owed-own-desk")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await objectionsInThemes(page, "owed-own-phone")).toEqual([]);
  expect(complaints).toEqual([]);
});

it("OWED-4 who is lied to is told so, and a server that does not answer is asked anew", async () => {
  const { page } = await visit(site.browser, { name: "bea", url: site.url });
  await page.route("**/api/liabilities/proof", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    // As if a leaf of another player were this player's own.
    const { wallet } = await page.evaluate(async () => (await fetch("/api/auth/session")).json());
    const leaves = [
      {
        account: `user:${wallet}`,
        lamports: "500000000",
        salt: "5a".repeat(32),
        index: 0,
        path: [{ hash: "5a".repeat(32), sum: "1" }],
      },
    ];
    return route.fulfill({ response: answer, json: { ...body, newest: { ...body.newest, leaves } } });
  });
  await signUp(page, "bea");
  await page.context().addCookies([{ name: "language", value: "de", url: site.url }]);
  await page.reload();
  await state(page, "differs").waitFor();
  await line(page).getByRole("alert").getByText("nicht so gezählt").waitFor();
  expect(await objectionsInThemes(page, "owed-own-differs")).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
  await page.route("**/api/liabilities/proof", (route) => route.abort());
  await page.reload();
  await state(page, "unread").waitFor({ timeout: 30_000 });
  await line(page).getByText("Die Zählung ließ sich nicht prüfen.").waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await line(page).getByRole("button", { name: "Neu prüfen" }).click();
  await state(page, "absent").waitFor({ timeout: 90_000 });
});

it("OWED-10 a balance that stays the same and is in no newer tree is reported as left out after two of them", async () => {
  const { page } = await owedPlayer("dora");
  let minutes = 0;
  await page.route("**/api/liabilities/proof", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    // Each time a newer tree, which does not have the player's balance.
    minutes += 10;
    const at = new Date(Date.parse(body.newest.tree.at) + minutes * 60_000).toISOString();
    const newest = { tree: { ...body.newest.tree, at }, leaves: [] };
    return route.fulfill({ response: answer, json: { ...body, newest } });
  });
  await page.reload();
  await line(page).getByText("Your balance was not yet counted").waitFor();
  const proofs = () => minutes / 10;
  // The page compares once more with each visit; how often it asks is its own affair.
  for (let visits = 0; visits < 3 && (await line(page).getByRole("alert").count()) === 0; visits += 1) {
    const before = proofs();
    await page.reload();
    await expect.poll(proofs).toBeGreaterThan(before);
    await line(page)
      .getByText(/not yet counted|not counted as it should be/)
      .waitFor();
  }
  await state(page, "differs").getByText("user:").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await objectionsInThemes(page, "owed-own-left-out-phone")).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
});

it("OWED-6 OWED-7 OWED-9 everybody sees total, holdings and root, and the browser checks memo and signatures", async () => {
  const asked: string[] = [];
  const { page, complaints } = await visit(site.browser, { name: "cleo", url: site.url });
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/provably-fair`);
  const panel = page.getByTestId("owed");
  await panel.getByText("checked", { exact: true }).nth(3).waitFor();
  expect(await panel.locator("[data-state=checked]").count()).toBe(4);
  const { body } = await admin.call("GET", "/api/liabilities");
  await panel.getByText(body.anchored.root).first().waitFor();
  await panel.getByText(body.anchored.anchor).waitFor();
  await panel.scrollIntoViewIfNeeded();
  expect(await objectionsInThemes(page, "owed-panel-desk")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await panel.scrollIntoViewIfNeeded();
  expect(await objectionsInThemes(page, "owed-panel-phone")).toEqual([]);

  await page.route("**/api/liabilities", (route) => route.abort());
  await page.reload();
  await panel.getByRole("alert").getByText("could not be read").waitFor({ timeout: 30_000 });
  await page.unrouteAll({ behavior: "wait" });
  await page.route("**/api/liabilities", async (route) => {
    const answer = await route.fetch();
    const told = await answer.json();
    // The house claims that it owes less, and that a wallet holds more, than is on the chain.
    const [first, ...others] = told.anchored.holdings;
    const holdings = [{ ...first, lamports: `9${first.lamports}` }, ...others];
    return route.fulfill({ response: answer, json: { ...told, anchored: { ...told.anchored, holdings } } });
  });
  await panel.getByRole("button", { name: "Try again" }).click();
  await panel.locator("[data-state=differs]").nth(1).waitFor();
  expect(await panel.locator("[data-state=differs]").count()).toBe(2);
  expect(await panel.locator("[data-state=checked]").count()).toBe(2);
  await page.unrouteAll({ behavior: "wait" });
  await page.route("**/api/liabilities", async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { success: true, newest: null, anchored: null } });
  });
  await page.reload();
  await panel.getByText("has not been counted yet").waitFor();
  await page.unrouteAll({ behavior: "wait" });
  expect(complaints.filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
});
