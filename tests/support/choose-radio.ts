import type { Page } from "playwright-core";

/**
 * Presses the label of the enabled radio of that name, as a pointer does: once it is there, stands still and is not
 * covered. The input itself is not drawn, so that a forced press would miss a row that still moves.
 */
export async function chooseRadio(page: Page, name: RegExp | string, timeout = 60_000) {
  const radio = page.getByRole("radio", { name, disabled: false });
  await page.locator("label", { has: radio }).click({ timeout });
}

/** Chooses a horse of the race that takes bets, by its number. */
export const chooseHorse = (page: Page, number: number) => chooseRadio(page, new RegExp(`^${number} `));
