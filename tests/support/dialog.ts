import type { Locator, Page } from "playwright-core";

/** The open dialog: one that asks for something, or one that asks whether something is really meant. */
export const dialog = (page: Page): Locator => page.getByRole("dialog").or(page.getByRole("alertdialog"));
