import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { signUpAsAdmin } from "../support/admin-page.ts";
import { visit } from "../support/browser.ts";
import { objections } from "../support/objections.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

const sizes = [
  { name: "desk", width: 1440, height: 900, reducedMotion: "reduce" as const },
  { name: "phone", width: 390, height: 844, reducedMotion: "reduce" as const },
];
const themes = ["main-prime", "solana-future"] as const;

/** What axe objects to in both themes. */
async function objectionsInThemes(page: Page): Promise<object> {
  const found: Record<string, readonly string[]> = {};
  for (const theme of themes) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset["theme"] = wanted;
    }, theme);
    found[theme] = await objections(page);
  }
  return found;
}
const nothing = { "main-prime": [], "solana-future": [] };

describe.each(sizes)("on a $name", ({ name, ...size }) => {
  const open = async (username: string) => {
    const visitor = await visit(site.browser, { name, url: site.url }, size);
    await signUpAsAdmin(visitor.page, `${username}-${name}`);
    await visitor.page.goto(`${site.url}/admin/wallets`);
    await visitor.page.getByRole("heading", { level: 1, name: "House Wallets" }).waitFor();
    return visitor;
  };

  it("ADMIN-22 the house's wallets are shown with books and chain, and say so when they do not load", async () => {
    const { page, complaints } = await open("reader");
    await page.getByText("Unlocked", { exact: true }).waitFor();
    const kinds = page.getByRole("list", { name: "Balances by kind of wallet" }).getByRole("listitem");
    const amounts = ["1.0000", "500.0000", "1000.0000"];
    for (const [at, kind] of ["Deposit", "Hot", "Treasury"].entries()) {
      await kinds.nth(at).getByRole("heading", { name: kind }).waitFor();
      await kinds.nth(at).getByText("1 wallet").waitFor();
      // What was anchored has cost the hot wallet some fees.
      if (kind !== "Hot") expect(await kinds.nth(at).textContent()).toContain(amounts[at]);
    }
    await page.getByText("No withdrawal waits.").waitFor();
    await page.getByText("Deposit", { exact: true }).nth(1).waitFor();
    expect(await objectionsInThemes(page)).toEqual(nothing);
    expect(complaints).toEqual([]);

    await page.route("**/api/house-wallet/*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.reload();
    await page.getByText("Failed to load data").waitFor();
    await page.unroute("**/api/house-wallet/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Unlocked", { exact: true }).waitFor();
  });

  it("ADMIN-8 ADMIN-22 the palette leads to the house's wallets by keyboard", async () => {
    const { page } = await open("palette");
    await page.goto(`${site.url}/admin/users`);
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Go to" }).fill("house wal");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/wallets");
  });
});
