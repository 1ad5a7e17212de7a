import type { Page } from "playwright-core";
import { signUp } from "./sign-up.ts";

/** Signs up and becomes an admin of local mode; then the race page, whose link leads to the panel. */
export async function signUpAsAdmin(page: Page, username: string): Promise<void> {
  await signUp(page, username);
  await becomeAdmin(page);
  await page.goto(new URL("/", page.url()).href);
}

/** Makes the page's own session an admin's, as local mode lets anyone do. */
async function becomeAdmin(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const reply = await fetch("/api/local/admin", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    return reply.status;
  });
  if (status !== 200) throw new Error(`Becoming an admin was answered with ${status}.`);
}

/** Approves what the wallet of local mode asks for; the page may have a button of that name too. */
export async function approveInWallet(page: Page): Promise<void> {
  const wallet = page.getByRole("dialog", { name: "Furlong local wallet" });
  await wallet.getByRole("button", { name: "Approve" }).click();
}
