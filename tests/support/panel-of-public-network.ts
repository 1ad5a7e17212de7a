import type { Browser, Page } from "playwright-core";
import { leaveDashboard, visit } from "./browser.ts";
import { installThirdPartyWallet, type ThirdPartyKey } from "./third-party-wallet.ts";

interface Panel {
  /** The site's address. */
  readonly url: string;
  /** The admin's key: outside local mode there is no wallet of our own. It signs without a window. */
  readonly key: ThirdPartyKey;
  /** The path below `/admin/`. */
  readonly tab: string;
  readonly username?: string;
}

/** The panel of a server outside local mode, opened by an admin with a profile. */
export async function openPublicPanel(
  browser: Browser,
  { url, key, tab, username = "the_admin" }: Panel,
): Promise<Page> {
  const { page, context } = await visit(browser, { name: username, url: "about:blank" });
  await installThirdPartyWallet(context, { name: "Admin Wallet", keys: [key] });
  await page.goto(url);
  const dialog = page.getByRole("dialog");
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await dialog.getByRole("button", { name: "Admin Wallet" }).click();
  await page.getByLabel("Username").fill(username);
  await dialog.getByRole("button", { name: "Create Profile" }).click();
  await leaveDashboard(page);
  await page.goto(`${url}/admin/${tab}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}
