import axe from "axe-core";
import type { Page } from "playwright-core";
import { keepPicture } from "./picture.ts";
import { setTheme } from "./theme.ts";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface AxeOptions {
  readonly resultTypes: readonly string[];
  /** All rules if absent. */
  readonly runOnly?: readonly string[];
}

async function violationsOn(page: Page, runOnly?: readonly string[]): Promise<readonly string[]> {
  const options: AxeOptions = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
  // Evaluated, since the page's content security policy forbids a script tag.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const violations: readonly Violation[] = await page.evaluate(async (axeOptions) => {
    const { axe: here } = window as unknown as {
      axe: { run(options: AxeOptions): Promise<{ violations: Violation[] }> };
    };
    return (await here.run(axeOptions)).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html }) => ({ html })),
    }));
  }, options);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

let pictures = 0;

/**
 * What axe objects to on the page in its current state, and whether anything scrolls sideways. With PICTURES a
 * screenshot is saved.
 */
export async function objections(page: Page): Promise<readonly string[]> {
  const place = new URL(page.url()).pathname.replaceAll("/", "_");
  await keepPicture(page, `state-${(pictures += 1)}${place}-${page.viewportSize()?.width ?? 0}`, {
    fullPage: false,
  });
  return objectionsTo(page);
}

async function objectionsTo(page: Page): Promise<readonly string[]> {
  const violations = await violationsOn(page);
  const scrolls = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [...violations, ...(scrolls ? ["scrolls sideways"] : [])];
}

/**
 * The objections to one state of a page in the first theme, and to its colours in the second, since a theme changes
 * nothing else. With PICTURES a screenshot of each is saved in the folder that it names.
 */
export async function objectionsInThemes(page: Page, state: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of ["main-prime", "solana-future"] as const) {
    await setTheme(page, theme);
    await keepPicture(page, `${state}-${theme}`, { fullPage: false });
    const objected = theme === "main-prime" ? objectionsTo(page) : violationsOn(page, ["color-contrast"]);
    found.push(...(await objected).map((objection) => `${state}, ${theme}: ${objection}`));
  }
  return found;
}

/** {@link objectionsInThemes} at the size of a phone, and then at that of a desktop, which remains. */
export async function objectionsAtSizes(page: Page, state: string): Promise<readonly string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  const found = [...(await objectionsInThemes(page, `${state}-phone`))];
  await page.setViewportSize({ width: 1440, height: 900 });
  return [...found, ...(await objectionsInThemes(page, state))];
}
