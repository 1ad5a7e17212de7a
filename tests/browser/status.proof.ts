import { expect, it } from "vitest";
import { writeHaltReason } from "../../src/server/foundation/books/payment-halt.ts";
import { writeRule } from "../../src/server/foundation/rule-log/write-rule.ts";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { visit } from "../support/browser.ts";
import { openTestLog } from "../support/open-test-log.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";
import { useTestSite } from "../support/test-site.ts";
import { until } from "../support/until.ts";

const site = useSite();
/** A server in this process, whose books can be made wrong. */
const house = useTestSite({
  chain: { slot: async () => 1n },
});

it("STATUS-1 everybody sees what is paused, since when and why, and how the last races went", async () => {
  const admin = await openAdminSession(site.url);
  await until("a race that is refunded", async () => {
    const { race } = (await admin.call("GET", "/api/races/active")).body;
    const body = { adminWallet: admin.address, raceId: race?.id, reason: "a test" };
    return (await admin.call("POST", "/api/admin/refund-race", { body })).status === 200;
  });
  const { page, complaints } = await visit(site.browser, { name: "anybody", url: site.url });
  await page.getByRole("button", { name: "Settings" }).click();
  const link = page.getByRole("link", { name: "What runs and what is paused" });
  await link.waitFor();
  expect(await objectionsAtSizes(page, "settings-dialog")).toEqual([]);
  await link.click();
  await page.waitForURL("**/status");
  const bets = page.getByRole("region", { name: "Bets and withdrawals" });
  await bets.getByText("Open", { exact: true }).waitFor();
  const races = page.getByRole("region", { name: "Last races" });
  await races.getByText("refunded").waitFor({ timeout: 60_000 });
  expect(await races.getByRole("link", { name: "#1" }).getAttribute("href")).toBe("/race/race-1");

  const { status } = await admin.call("POST", "/api/admin/settings", {
    body: {
      adminWallet: admin.address,
      settingKey: "site_maintenance_enabled",
      settingValue: "true",
      description: "A new node, until noon",
    },
  });
  expect(status).toBe(200);
  await bets.getByText("Paused", { exact: true }).waitFor({ timeout: 30_000 });
  await bets.getByText("A new node, until noon").waitFor();
  await bets.getByText(/^Since /).waitFor();
  expect(await objectionsAtSizes(page, "status")).toEqual([]);
  await page.goto(site.url);
  await page.getByRole("link", { name: "Maintenance: new bets and withdrawals are paused." }).click();
  await page.waitForURL("**/status");
  await changeSetting(admin, "site_maintenance_enabled", "false");
  await bets.getByText("Open", { exact: true }).waitFor({ timeout: 30_000 });
  expect(complaints).toEqual([]);
});

it("STATUS-1 everybody sees that payouts stand still, since when and why", async () => {
  const { db, clock } = house.server;
  await openTestLog({ db, clock });
  const reason = "Books and chain differ by -700000000 lamports";
  await db.transaction(async (tx) => {
    const at = new Date(clock.now());
    await writeHaltReason(tx, reason, at);
    await writeRule(tx, at, { rule: "halt", reason });
  });
  const { page } = await visit(house.browser, { name: "waits", url: `${house.url}/status` });
  const payouts = page.getByRole("region", { name: "Payouts" });
  await payouts.getByText("Halted", { exact: true }).waitFor();
  await payouts.getByText(/^Since /).waitFor();
  await payouts.getByText(reason).waitFor();
  await page
    .getByRole("region", { name: "Bets and withdrawals" })
    .getByText("Open", { exact: true })
    .waitFor();
  expect(await objectionsAtSizes(page, "status-halted")).toEqual([]);
});
