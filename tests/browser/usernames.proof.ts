import { join } from "node:path";
import { type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/day-length.ts";
import { LAMPORTS_PER_SOL, lamports } from "../../src/domain/lamports.ts";
import { admins } from "../../src/server/foundation/db/schema/admins.ts";
import { restrictions } from "../../src/server/foundation/db/schema/players.ts";
import { newBrowser, newWallet } from "../support/browser-session.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { openTestServer, type TestServer } from "../support/http-server.ts";
import { objectionsAtSizes } from "../support/objections.ts";
import { signUp } from "../support/sign-up.ts";

/** Without races: what is looked at is the player and the panel. */
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  const chain = {
    balance: async () => lamports(5n * LAMPORTS_PER_SOL),
    genesisHash: async () => "1".repeat(32),
  };
  const webRoot = join(import.meta.dirname, "../../dist/web");
  [server, browser] = await Promise.all([openTestServer({ webRoot, chain }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function newPlayer(username: string) {
  const player = newBrowser(server.url);
  await player.signIn();
  await player.call("POST", "/api/users", { body: { walletAddress: player.address, username } });
  return player;
}

async function connect(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog", { name: "Create Your Profile" }).waitFor();
}

it("USERNAME-2 USERNAME-4 a name that looks like another is told so, one press takes a free one, and the page says when it can change again", async () => {
  await newPlayer("Seabiscuit");
  const { page } = await visit(browser, { name: "lookalike", url: server.url });
  await connect(page);
  const dialog = page.getByRole("dialog", { name: "Create Your Profile" });
  await dialog.getByText("You can change it once in 7 days").waitFor();
  await dialog.getByLabel("Username").fill("5eabiscuit");
  await dialog.getByRole("button", { name: "Create Profile" }).click();
  await dialog.getByText("This username looks like “Seabiscuit”, which is taken.").waitFor();
  expect(await objectionsAtSizes(page, "name-taken")).toEqual([]);
  const free = dialog.getByRole("group", { name: "These are free:" }).getByRole("button");
  expect(await free.count()).toBe(3);
  const first = (await free.first().textContent()) ?? "";
  await free.first().click();
  await page.waitForURL("**/dashboard");

  const sheet = page.getByRole("dialog", { name: "Profile Dashboard" });
  const heading = sheet.getByRole("heading", { level: 1 });
  expect(await heading.textContent()).toBe(first);
  const edit = () => sheet.getByRole("button", { name: "Edit username" }).click();
  for (const name of ["corrected", "wanted"]) {
    await edit();
    await sheet.getByRole("textbox", { name: "Username" }).fill(name);
    await sheet.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => heading.textContent()).toBe(name);
  }
  await edit();
  await sheet.getByText(/^You can change your username again on \w+ \d+, 20\d\d, .+\.$/).waitFor();
  expect(await sheet.getByRole("textbox", { name: "Username" }).count()).toBe(0);
  expect(await objectionsAtSizes(page, "name-fixed")).toEqual([]);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  expect(await heading.textContent()).toBe("wanted");
});

it("EFFECT-1 the panel shows a chat ban, lifts it, and says when there was nothing to lift", async () => {
  const loud = await newPlayer("LoudMouth");
  const { page } = await visit(browser, { name: "chief", url: server.url });
  await signUp(page, "chief-of-panel");
  const address = await page.evaluate(() => localStorage.getItem("walletAddress") ?? "");
  const at = new Date(server.clock.now());
  await server.db.insert(admins).values({ wallet: address, appointedBy: "test", appointedAt: at });
  await server.db.insert(restrictions).values({
    id: "given-in-chat",
    wallet: loud.address,
    kind: "chat_ban",
    until: new Date(at.getTime() + DAY_MS),
    imposedBy: newWallet().address,
    imposedAt: at,
  });
  await page.goto(`${server.url}/admin/users?search=LoudMouth`);
  await page.getByRole("button", { name: /^LoudMouth/ }).click();
  const drawer = page.getByTestId("drawer");
  await drawer.getByText(/^Banned from the chat until .+, by .+$/).waitFor();
  expect(await objectionsAtSizes(page, "chat-ban")).toEqual([]);
  const lift = async () => {
    await drawer.getByRole("button", { name: "Lift the chat ban" }).click();
    await page
      .getByRole("alertdialog", { name: /^Lift the chat ban/ })
      .getByRole("button", { name: "Lift the chat ban" })
      .click();
  };
  // Another admin lifts it while this page still shows it.
  await server.db.update(restrictions).set({ liftedAt: at });
  await lift();
  const banner = page.getByTestId("admin-banner");
  await banner.getByText("Nothing changed: it was like this already").waitFor();
  expect(await objectionsAtSizes(page, "nothing-changed")).toEqual([]);
  await drawer.getByText(/^Banned from the chat/).waitFor({ state: "detached" });
  await server.db.update(restrictions).set({ liftedAt: null });
  await page.reload();
  await page.getByRole("button", { name: /^LoudMouth/ }).click();
  await lift();
  await banner.getByText(/^Lift the chat ban: LoudMouth/).waitFor();
});
