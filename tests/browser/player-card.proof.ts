import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openAdminSession } from "../support/admin-session.ts";
import { openBackers } from "../support/backers.ts";
import { visit } from "../support/browser.ts";
import { openLiveSocket } from "../support/live-socket.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

const card = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

it("PAGE-10 PRIVACY-7 a card stands behind names in bets, chat and leaderboard, and tells only what everybody may know", async () => {
  const admin = await openAdminSession(site.url);
  const backers = await openBackers(site.url, admin);
  await backers.runRace(await backers.untilOpen());
  const [streamer, speaker] = backers.players;
  const next = await backers.untilOpen();
  await speaker!.bet(next.id, next.horses[1]!.id, 0.1);

  const { page, complaints } = await visit(site.browser, { name: "reader", url: site.url });
  await signUp(page, "reader");
  await page.goto(`${site.url}/leaderboard?period=all`);
  const name = page.getByRole("button", { name: "backer_1", exact: true });
  await name.press("Enter");
  await card(page, "backer_1").getByText("Member since").waitFor();
  const facts = await card(page, "backer_1").locator("dl").innerText();
  expect(facts).toMatch(/Races played\s+1\s+Races won\s+[01]\s+Total wagered · SOL\s+0\.1000/);
  await card(page, "backer_1").getByRole("listitem").getByText("#", { exact: false }).waitFor();
  expect(await card(page, "backer_1").innerText()).not.toContain(streamer!.address);
  expect(await objectionsAtSizes(page, "player-card")).toEqual([]);
  await page.keyboard.press("Escape");
  await card(page, "backer_1").waitFor({ state: "detached" });
  expect(await focused(page)).toBe("backer_1");

  // Hiding takes effect from the next answer on.
  const roles = await admin.call("POST", "/api/admin/user/roles", {
    body: { adminWallet: admin.address, walletAddress: streamer!.address, isStreamer: true },
  });
  expect(roles.status).toBe(200);
  await name.click();
  await card(page, "backer_1").getByText("This player hides all figures.").waitFor();
  expect(await card(page, "backer_1").locator("dl").innerText()).not.toMatch(/0\.\d{4}/);
  expect(await card(page, "backer_1").getByText("***", { exact: true }).count()).toBe(5);
  expect(await objectionsAtSizes(page, "player-card-hidden")).toEqual([]);
  await card(page, "backer_1").getByRole("button", { name: "Close" }).click();
  await card(page, "backer_1").waitFor({ state: "detached" });
  expect(await focused(page)).toBe("backer_1");

  const live = await openLiveSocket(site.url, speaker!);
  await live.ask("join-room", "lobby");
  expect(await live.ask("send-message", { content: "buy my coins", room: "lobby" })).toMatchObject({
    success: true,
  });
  live.close();
  await page.goto(site.url);
  const bets = page.getByRole("region", { name: "Live Bets" });
  await bets.getByRole("button", { name: "backer_2" }).waitFor();
  await bets.getByRole("list").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const seller = card(page, "backer_2");
  await seller.getByText("Last message: buy my coins").waitFor();
  await seller.getByRole("button", { name: "Report message" }).click();
  expect(await objectionsAtSizes(page, "player-card-report")).toEqual([]);
  await seller.getByRole("button", { name: "Scam" }).click();
  await page.getByText("The moderators will look at it").waitFor();
  await seller.getByRole("button", { name: "Block player" }).click();
  await seller.getByRole("button", { name: "Unblock" }).click();
  await seller.getByRole("button", { name: "Block player" }).waitFor();
  await page.keyboard.press("Escape");
  await seller.waitFor({ state: "detached" });

  const message = page.getByRole("button", { name: "backer_2: buy my coins" });
  await message.press("Enter");
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("v");
  await seller.getByText("Races played").waitFor();
  await page.keyboard.press("Escape");
  await seller.waitFor({ state: "detached" });
  expect(await message.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
});
