import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findOrInstallHeadlessShell } from "./chromium.ts";

/** The flags keep Chromium from reaching for servers that no test needs. */
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

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findOrInstallHeadlessShell(), args: quiet });

export interface Visitor {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained about; empty on a good day. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  /** With `no-preference` the race is drawn frame by frame, for most of a core; stands still when absent. */
  readonly reducedMotion?: "reduce" | "no-preference";
  /** What the browser asks for, e.g. `de-AT`; American English when absent. */
  readonly locale?: string;
  /** Has the service worker too, whose requests no test can hold up; without when absent. */
  readonly withServiceWorker?: boolean;
}

/** Leaves the dashboard that a new player lands on; the page under it can be used again. */
export async function leaveDashboard(page: Page): Promise<void> {
  await page.waitForURL("**/dashboard");
  await page.locator("[data-sheet]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-sheet]").waitFor({ state: "detached" });
}

/** A person with a browser of their own: own storage, own wallet, own cookies. */
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
    // A 404 for a profile is how a page learns that it has to ask for a username.
    if (message.type() === "error" && !/status of 404/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(url);
  return { name, page, context, complaints };
}
