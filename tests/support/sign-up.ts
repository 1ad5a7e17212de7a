import type { Page } from "playwright-core";
import { leaveDashboard, type Visitor } from "./browser.ts";

/** Connects the local mode wallet and creates a profile, as a new player does; ends on the dashboard. */
export async function signUp(page: Page, username: string): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByRole("dialog").getByRole("button", { name: "Create Profile" }).click();
  await page.waitForURL("**/dashboard");
}

/** Signs up and takes 5 SOL from the faucet; the dashboard is closed again. */
export async function signUpWithSol({ page, name }: Visitor): Promise<void> {
  await signUp(page, name);
  await leaveDashboard(page);
  await page.getByRole("button", { name: new RegExp(`Wallet of ${name}`) }).click();
  await page.getByRole("button", { name: "Get Local SOL" }).first().click();
  await page.getByRole("button", { name: "5 SOL", exact: true }).click();
  await page.getByRole("button", { name: new RegExp(`Wallet of ${name}, 5.00 SOL`) }).waitFor();
}
