import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveInWallet, visitAsAdmin } from "../support/admin-page.ts";
import { visit } from "../support/browser.ts";
import { openDevnetRpc } from "../support/network-chain.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { newPlayer } from "../support/player.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { useSite } from "../support/site.ts";
import { installThirdPartyWallet, newThirdPartyKey } from "../support/third-party-wallet.ts";
import { until } from "../support/until.ts";
import { dialog } from "../support/dialog.ts";

const site = useSite();

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];

const banner = (page: Page, text: string | RegExp) =>
  page.getByTestId("admin-banner").getByText(text).waitFor();
const password = (page: Page) => page.getByRole("textbox", { name: "Master password", exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Tries wrong passwords until the server refuses to check one; each wrong password doubles that waiting time. */
async function secondsToWait(page: Page): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const answered = page.waitForResponse("**/api/house-wallet/unlock");
    await press(page, "Unlock");
    const { code, message } = await (await answered).json();
    if (code === "RATE_LIMITED") {
      await banner(page, message);
      return Number(/^Try again in (\d+) s$/.exec(message)?.[1]);
    }
    expect(code).toBe("MASTER_PASSWORD_WRONG");
  }
  throw new Error("Five wrong passwords were not slowed down.");
}

describe.each(sizes)("on a $name", ({ name, ...size }) => {
  const isPhone = name === "phone";
  const open = async (username: string, { asksWallet = false } = {}) => {
    const visitor = await visitAsAdmin(
      site.browser,
      { username: `${username}-${name}`, url: site.url, path: "/admin/wallets", asksWallet },
      size,
    );
    await visitor.page.getByRole("heading", { level: 1, name: "House Wallets" }).waitFor();
    return visitor;
  };
  const localPassword = () => readFileSync(join(site.server.dataDir, "house-password"), "utf8").trim();

  it("the house's wallets are shown with books and chain, and say so when they do not load", async () => {
    const { page, complaints } = await open("reader");
    await page.getByText("Unlocked", { exact: true }).waitFor();
    const kinds = page.getByRole("list", { name: "Balances by kind of wallet" }).getByRole("listitem");
    for (const [at, kind] of ["Deposit", "Hot", "Treasury"].entries()) {
      await kinds.nth(at).getByRole("heading", { name: kind }).waitFor();
      await kinds
        .nth(at)
        .getByText(/^\d+ wallets?$/)
        .waitFor();
    }
    expect(await kinds.nth(2).textContent()).toContain("1000.0000");
    await page.getByText("No withdrawals waiting.").waitFor();
    // The house's initial funding arrived as deposits.
    await page
      .getByRole(isPhone ? "list" : "region", { name: "Recent transactions" })
      .getByText("Deposit", { exact: true })
      .first()
      .waitFor();
    expect(await objectionsInThemes(page, `wallets-${name}`)).toEqual([]);
    expect(complaints).toEqual([]);

    await page.route("**/api/house-wallet/overview*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.reload();
    await page.getByText("Failed to load data").waitFor();
    await page.unroute("**/api/house-wallet/overview*");
    await press(page, "Try again");
    await page.getByText("Unlocked", { exact: true }).waitFor();
  });

  it("the palette leads to the house's wallets by keyboard", async () => {
    const { page } = await open("palette");
    await page.goto(`${site.url}/admin/users`);
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Go to" }).fill("house wal");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "House Wallets" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/admin/wallets");
  });

  it("MONEY-18 one password opens, sweeps, processes and loads; a wrong one is told and slowed down", async () => {
    const { page } = await open("worker", { asksWallet: true });
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await press(page, "Lock");
    await dialog(page).getByRole("button", { name: "Lock", exact: true }).click();
    await dialog(page).getByText("Operate the house wallets").waitFor();
    await dialog(page).getByRole("button", { name: "Sign with wallet" }).click();
    await approveInWallet(page);
    await page.getByText("Locked", { exact: true }).waitFor();
    expect(await objectionsInThemes(page, `wallets-locked-${name}`)).toEqual([]);

    await press(page, "Unlock");
    await banner(page, "Please enter master password");
    expect(await password(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await press(page, "Load");
    await banner(page, "Admin wallet and master password required");

    await password(page).fill("Not the password 1!");
    await press(page, "Unlock");
    await banner(page, "The master password is wrong");
    await page.waitForTimeout(1_000 * (await secondsToWait(page)));
    await password(page).fill(localPassword());
    await password(page).press("Enter");
    await page.getByText("Unlocked", { exact: true }).waitFor();
    expect(await password(page).inputValue()).toBe("");

    await password(page).fill(localPassword());
    await press(page, "Load");
    await page.getByText(/^Details of /).waitFor();
    expect(await password(page).inputValue()).toBe("");
    await password(page).fill(localPassword());
    await press(page, "Process");
    await banner(page, "No withdrawals waiting");
    await password(page).fill(localPassword());
    await page.getByRole("button", { name: "Sweep", exact: true }).dblclick();
    await banner(page, isPhone ? "There is nothing to sweep" : /^1 wallet swept, /);
    expect(sent.filter((url) => url.endsWith("/house-wallet/sweep"))).toHaveLength(1);

    await password(page).fill(localPassword());
    await page.goto(`${site.url}/admin/users`);
    await page.goBack();
    await page.getByText("Unlocked", { exact: true }).waitFor();
    expect(await password(page).inputValue()).toBe("");
    expect(sent.filter((url) => url.includes(encodeURIComponent(localPassword())))).toEqual([]);
  });

  it("IDEM-5 a transfer is shown and its amount typed again before it is sent, arrives to the lamport, above the limit waits, and after a lost answer is sent again and paid once", async () => {
    const { page } = await open("payer");
    const player = newPlayer(site.url);
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await banner(page, "Please fill in player wallet and amount");
    await page.getByLabel("Player wallet").fill(player.address);
    await page.getByLabel("Amount", { exact: true }).fill("0.0015");
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await banner(page, "The amount must be at least 0.001 SOL, in steps of 0.001 SOL");
    await page.getByLabel("Amount", { exact: true }).fill("1.234");
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await banner(page, "Please enter master password");
    await password(page).fill(localPassword());
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await dialog(page).getByText(player.address).waitFor();
    await dialog(page).getByText("Admin manual transfer").waitFor();
    expect(await objectionsInThemes(page, `transfer-${name}`)).toEqual([]);
    const call = page.waitForRequest("**/api/house-wallet/manual-transfer");
    const send = dialog(page).getByRole("button", { name: "Send 1.234 SOL" });
    expect(await send.isDisabled()).toBe(true);
    await dialog(page).getByLabel(/^Type/).fill("1.234");
    await send.click();
    expect((await call).postDataJSON()).toMatchObject({ playerWallet: player.address, amount: 1.234 });
    await page.getByText(/^Sent: 1.234 SOL to /).waitFor();
    await until("the transfer", async () => (await player.chainBalance()) === 1_234_000_000);
    await page.getByLabel("Player wallet").fill(player.address);
    await page.getByLabel("Amount", { exact: true }).fill("10.001");
    await password(page).fill(localPassword());
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await dialog(page)
      .getByText(/nothing is sent until another admin approves it/)
      .waitFor();
    await dialog(page).getByLabel(/^Type/).fill("10.001");
    await dialog(page).getByRole("button", { name: "Send 10.001 SOL" }).click();
    await page.getByText(/^Not sent: 10.001 SOL to .* waiting for another admin until /).waitFor();
    expect(await player.chainBalance()).toBe(1_234_000_000);

    // The answer is lost on its way back: the page cannot know whether it was paid.
    const manualTransfer = "**/api/house-wallet/manual-transfer";
    await page.route(manualTransfer, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel("Player wallet").fill(player.address);
    await page.getByLabel("Amount", { exact: true }).fill("0.5");
    await password(page).fill(localPassword());
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await dialog(page).getByLabel(/^Type/).fill("0.5");
    await dialog(page).getByRole("button", { name: "Send 0.5 SOL" }).click();
    await banner(page, "Failed to process manual transfer");
    await page.getByText(/0.5 SOL to .* may have been sent/).waitFor();
    await until("the transfer", async () => (await player.chainBalance()) === 1_734_000_000);
    await page.unroute(manualTransfer);
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    await dialog(page).getByLabel(/^Type/).fill("0.5");
    await dialog(page).getByRole("button", { name: "Send 0.5 SOL" }).click();
    await page.getByText(/^Sent: 0.5 SOL to /).waitFor();
    const history = await page.request.get(
      `${site.url}/api/house-wallet/transactions?search=${player.address}`,
    );
    const { transactions } = (await history.json()) as { transactions: { amount: number }[] };
    expect(transactions.map(({ amount }) => amount)).toEqual([0.5, 1.234]);
    expect(await player.chainBalance()).toBe(1_734_000_000);
  });

  it("HOUSE-6 the hot wallet is refilled from the treasury, no further than it holds, and without another admin", async () => {
    const { page } = await open("refiller");
    await press(page, "Refill");
    await banner(page, "Please enter master password");
    await password(page).fill(localPassword());
    await press(page, "Refill");
    const move = dialog(page).getByRole("button", { name: /^Move/ });
    const amount = dialog(page).getByLabel("Amount to move");
    expect(await move.isDisabled()).toBe(true);
    await amount.fill("1001");
    await dialog(page).getByText("No treasury wallet holds this much").waitFor();
    expect(await move.isDisabled()).toBe(true);
    // More than one admin may move alone to somebody else.
    await amount.fill("12.5");
    expect(await objectionsInThemes(page, `refill-${name}`)).toEqual([]);
    const answered = page.waitForResponse("**/api/house-wallet/refill");
    await dialog(page).getByRole("button", { name: "Move 12.5 SOL" }).click();
    const { transaction } = await (await answered).json();
    expect(transaction).toMatchObject({ transaction_type: "sweep", amount: 12.5 });
    await banner(page, "On its way to the hot wallet");
    const landed = async () => {
      const { body } = await newPlayer(site.url).call("POST", "/rpc", {
        body: { jsonrpc: "2.0", id: 1, method: "getSignatureStatuses", params: [[transaction.signature]] },
      });
      return body.result?.value?.[0]?.confirmationStatus;
    };
    await until("the refill", async () => /confirmed|finalized/.test((await landed()) ?? ""));
    // The next refill is refused while this one is not in the books.
    const isBooked = () =>
      page.evaluate(async () => {
        const { wallet } = await (await fetch("/api/auth/session")).json();
        const overview = await fetch(`/api/house-wallet/overview?walletAddress=${wallet}`);
        const { recentTransactions } = (await overview.json()) as {
          recentTransactions: { status: string }[];
        };
        return recentTransactions.every(({ status }) => status !== "pending");
      });
    await until("the refill in the books", isBooked);
  });

  it("wallets are added, exported as a file, and retired after a phrase is typed", async () => {
    const { page } = await open("keeper");
    const deposits = page
      .getByRole("list", { name: "Balances by kind of wallet" })
      .getByRole("listitem")
      .first()
      .getByText(/wallets?$/);
    const count = async () => Number.parseInt((await deposits.textContent()) ?? "", 10);
    await deposits.waitFor();
    const before = await count();
    await password(page).fill(localPassword());
    await press(page, "Add");
    await dialog(page).getByLabel("How many").fill("51");
    expect(
      await dialog(page)
        .getByRole("button", { name: /^Add \d/ })
        .isDisabled(),
    ).toBe(true);
    await dialog(page).getByLabel("How many").fill("2");
    expect(await objectionsInThemes(page, `wallet-export-${name}`)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Add 2 wallets" }).click();
    await banner(page, "2 wallets added");
    await expect.poll(count).toBe(before + 2);

    await password(page).fill(localPassword());
    const download = page.waitForEvent("download");
    await press(page, "Export");
    const text = readFileSync(await (await download).path(), "utf8");
    const exported = JSON.parse(text);
    expect(exported).toMatchObject({ format: "furlong-house-wallets", network: "localnet" });
    expect(exported.wallets).toHaveLength(before + 4);
    expect(text).not.toContain(localPassword());

    const newest = exported.wallets.at(-1).address.slice(0, 8);
    await password(page).fill(localPassword());
    await press(page, "Load");
    await page.getByText(/^Details of /).waitFor();
    await password(page).fill(localPassword());
    await page.getByRole("button", { name: `Retire Deposit ${newest}…` }).click();
    const retire = dialog(page).getByRole("button", { name: "Retire", exact: true });
    expect(await retire.isDisabled()).toBe(true);
    await dialog(page).getByLabel(/^Type/).fill(`retire ${newest}`);
    await retire.click();
    await banner(page, "Wallet retired");
    // What was loaded before says that it is active.
    await page.getByText(/^Details of /).waitFor({ state: "detached" });
    await page.getByText("Retired", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: `Retire Deposit ${newest}…` }).waitFor({ state: "detached" });
  });
});

describe("a house without wallets", () => {
  const key = newThirdPartyKey();
  const chosen = "A horse, a horse, 1 kingdom";
  let node: Awaited<ReturnType<typeof openDevnetRpc>>;
  let house: ServerProcess;
  beforeAll(async () => {
    node = await openDevnetRpc();
    const port = await freePort();
    house = await startServer({
      port,
      env: {
        SOLANA_NETWORK: "devnet",
        RPC_URL_DEVNET: node.url,
        PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        ADMIN_WALLETS: key.address,
      },
    });
  });
  afterAll(async () => {
    await house?.stop();
    await node?.close();
  });

  /** As the admin, with a third-party wallet: outside local mode there is no wallet of our own. */
  async function open(name: string, size: (typeof sizes)[number]) {
    const { page, context } = await visit(site.browser, { name, url: "about:blank" }, size);
    await installThirdPartyWallet(context, { name: "Admin Wallet", keys: [key] });
    await page.goto(`${house.url}/admin/wallets`);
    await page.getByRole("main").getByRole("button", { name: "Connect Wallet" }).click();
    await dialog(page).getByRole("button", { name: "Admin Wallet" }).click();
    // An admin needs no profile.
    await dialog(page).getByLabel("Username").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { level: 1, name: "House Wallets" }).waitFor();
    await dialog(page).waitFor({ state: "detached" });
    return page;
  }

  it("is initialised by a lone admin, who is told what the password lacks and that it is not recovered", async () => {
    const phone = await open("phone", sizes[1]!);
    await phone.getByText("The master password cannot be recovered.").waitFor();
    expect(await objectionsInThemes(phone, "wallets-none-phone")).toEqual([]);
    await phone.goto(`${house.url}/admin/approvals`);
    await phone.getByText("You are the only admin").waitFor();
    expect(await objectionsInThemes(phone, "approvals-lone-phone")).toEqual([]);
    await phone.context().close();
    const page = await open("desk", sizes[0]!);
    await press(page, "Initialize house wallets");
    await banner(page, "Please enter master password");
    const first = page.getByLabel("New master password", { exact: true });
    const second = page.getByLabel("Confirm master password", { exact: true });
    const rules = page.getByRole("list", { name: "Requirements" });
    const met = () => rules.locator("[data-met=true]").allTextContents();
    await first.fill("a horse");
    expect(await met()).toEqual(["A lower-case letter: met"]);
    await press(page, "Initialize house wallets");
    await banner(page, "Please meet all the master password requirements");
    await first.fill(chosen);
    expect(await met()).toHaveLength(5);
    await second.fill("A horse");
    await page.getByText("Passwords do not match").waitFor();
    expect(await objectionsInThemes(page, "wallets-none-desk")).toEqual([]);
    await press(page, "Initialize house wallets");
    await banner(page, "Passwords do not match");
    await second.fill(chosen);
    await press(page, "Initialize house wallets");
    // The third-party wallet signs without its own window.
    await dialog(page).getByText("Operate the house wallets").waitFor();
    await dialog(page).getByRole("button", { name: "Sign with wallet" }).click();
    await banner(page, "House wallets initialized and unlocked. Send SOL to the hot wallet.");
    await page.getByText("Unlocked", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "Wallets", exact: true }).waitFor();

    await password(page).fill(chosen);
    await press(page, "Change");
    const other = `${chosen}!`;
    await first.fill(other);
    await second.fill(other);
    await dialog(page).getByRole("button", { name: "Change", exact: true }).click();
    await banner(page, "Master password changed");
    await password(page).fill(chosen);
    await press(page, "Load");
    await banner(page, "The master password is wrong");
    expect(house.lines.filter((line) => line.includes(chosen))).toEqual([]);
  });
});
