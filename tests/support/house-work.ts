import type { Locator, Page } from "playwright-core";
import type { OpenRace } from "./backers.ts";
import { dialog } from "./dialog.ts";

/* An admin's actions in the panel, with a wallet that signs without its own window. */

export const said = (page: Page, text: string | RegExp) => page.getByTestId("admin-banner").getByText(text);
export const password = (page: Page) => page.getByRole("textbox", { name: "Master password", exact: true });
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Signs with the wallet if required, and waits for the message that follows. */
export async function confirmed(page: Page, done: Locator): Promise<void> {
  const sign = dialog(page).getByRole("button", { name: "Sign with wallet" });
  await sign.or(done).first().waitFor();
  if (await sign.isVisible()) await sign.click();
  await done.first().waitFor();
}

/** Creates the house wallets under a master password. */
export async function initialise(page: Page, masterPassword: string): Promise<void> {
  await page.getByLabel("New master password", { exact: true }).fill(masterPassword);
  await page.getByLabel("Confirm master password", { exact: true }).fill(masterPassword);
  await press(page, "Initialize house wallets");
  await confirmed(page, said(page, "House wallets initialized and unlocked. Send SOL to the hot wallet."));
  await page.getByText("Unlocked", { exact: true }).waitFor();
}

/** Chooses an exported file, and types what is asked for, up to the button that restores its wallets. */
export async function prepareRestore(
  page: Page,
  { file, network, masterPassword }: { file: string; network: string; masterPassword: string },
): Promise<Locator> {
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("region", { name: "What the file holds" }).waitFor();
  await password(page).fill(masterPassword);
  await press(page, "Restore wallets");
  await dialog(page).getByLabel(/^Type/).fill(`restore ${network}`);
  return dialog(page).getByRole("button", { name: /^Restore \d+ wallets$/ });
}

/** Refunds one bet of a race. */
export async function refundOne(page: Page, url: string, race: OpenRace, username: string): Promise<void> {
  await page.goto(`${url}/admin/races?race=${race.id}`);
  await page.getByRole("button", { name: `Refund the bet of ${username}` }).click();
  const refund = dialog(page).getByRole("button", { name: /^Refund 0/ });
  await refund.waitFor();
  // A bet that is settled requires its amount to be typed.
  const typed = dialog(page).getByLabel(/^Type/);
  if ((await typed.count()) > 0)
    await typed.fill(/\u201c(.+)\u201d/.exec(await dialog(page).getByText(/^Type/).innerText())?.[1] ?? "");
  await refund.click();
  await confirmed(page, said(page, "Bet refunded"));
}

/** Refunds all bets of a race, after typing its number. */
export async function refundAll(page: Page, url: string, race: OpenRace): Promise<void> {
  await page.goto(`${url}/admin/races?race=${race.id}`);
  await press(page, "Refund All Bets");
  const panel = page.getByRole("region", { name: "Refund All Bets" });
  await panel.getByRole("button", { name: "Refund All Bets" }).click();
  await dialog(page)
    .getByLabel(/^Type/)
    .fill(`refund ${/\d+$/.exec(race.id)![0]}`);
  await dialog(page)
    .getByRole("button", { name: /^Refund \d+ bets?, / })
    .click();
  await confirmed(page, said(page, "Race refunded"));
}

/** Requests a special race of six bets. */
export async function specialRace(
  page: Page,
  url: string,
  terms: { readonly edge: string; readonly jackpot: string },
): Promise<void> {
  await page.goto(`${url}/admin/special`);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field("House edge").fill(terms.edge);
  await field("Jackpot").fill(terms.jackpot);
  await field("Minimum bets").fill("6");
  await field("Countdown seconds").fill("10");
  await press(page, "Create Special Race");
  // A high edge is typed once more (rule LIMITS-44).
  if (Number(terms.edge) > 20) {
    await dialog(page).getByLabel(/^Type/).fill(`house_edge ${terms.edge}`);
    await dialog(page).getByRole("button", { name: "Create Special Race" }).click();
  }
  await confirmed(page, said(page, "Special race created"));
}
