import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findOrInstallHeadlessShell } from "./chromium.ts";

/** Flags that prevent Chromium from contacting servers that no test needs. */
const quiet = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param flags further ones of Chromium. */
export const openBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: findOrInstallHeadlessShell(), args: [...quiet, ...flags] });

export interface Visitor {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page logged; empty if all is well. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  /** With `no-preference` the race is drawn frame by frame, which takes most of a core; it is not animated if absent. */
  readonly reducedMotion?: "reduce" | "no-preference";
  /** The browser's language, e.g. `de-AT`; American English if absent. */
  readonly locale?: string;
  /** Enables the service worker, whose requests no test can hold up; disabled if absent. */
  readonly withServiceWorker?: boolean;
}

/** Leaves the dashboard that a new player lands on, so that the page under it can be used again. */
export async function leaveDashboard(page: Page): Promise<void> {
  await page.waitForURL("**/dashboard");
  await page.locator("[data-sheet]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-sheet]").waitFor({ state: "detached" });
}

/** A person with their own browser: separate storage, wallet and cookies. */
export async function visit(
  browser: Browser,
  { name, url }: { readonly name: string; readonly url: string },
  {
    width = 1440,
    height = 900,
    reducedMotion = "reduce",
    locale = "en-US",
    withServiceWorker = false,
  }: VisitOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion,
    locale,
    serviceWorkers: withServiceWorker ? "allow" : "block",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    // A 404 for a profile is how a page learns that it must ask for a username.
    if (message.type() === "error" && !/status of 404/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(url);
  return { name, page, context, complaints };
}
