import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../support/browser.ts";
import { englishOnly } from "../../support/catalogue.ts";
import { type ServerProcess, startServer } from "../../support/server-process.ts";
import { changeSetting, openAdminSession } from "../../support/admin-session.ts";
import { tour } from "../../support/tour.ts";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe objects to on the page as it stands, and whether anything scrolls sideways. */
export async function objections(page: Page): Promise<readonly string[]> {
  // Evaluated, since a script tag is what the page's content security policy forbids.
  await page.evaluate(axe.source);
  const violations: readonly Violation[] = await page.evaluate(async () => {
    const { axe: here } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await here.run()).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html }) => ({ html })),
    }));
  });
  const scrolls = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
    ...(scrolls ? ["scrolls sideways"] : []),
  ];
}

/** Texts of the catalogue that stand or are heard on the page in English, but for what the server wrote. */
const englishOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate((english) => {
    const known = new Set(english);
    return Array.from(document.querySelectorAll("body *"))
      .filter((element) => element.closest("[lang=en], script, noscript") === null)
      .flatMap((element) => [
        ...Array.from(element.childNodes, (child) => (child instanceof Text ? child.data.trim() : "")),
        element.getAttribute("aria-label") ?? "",
        element.getAttribute("title") ?? "",
      ])
      .filter((text) => known.has(text));
  }, englishOnly);

interface Look {
  readonly theme: "main-prime" | "solana-future";
  readonly width: number;
  readonly height: number;
  readonly language: "en" | "de";
}

/** Tests that on a tour of every screen and state nothing shuts anybody out, and all is in the page's language. */
export function examineTour(look: Look): void {
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer({ env: { LOCAL_PLAYERS: "3" } }), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const { theme, width, language } = look;
  it(`every screen and state is clean in ${theme} at ${width} px in ${language}`, async () => {
    const admin = await openAdminSession(server.url);
    await changeSetting(admin, "theme", theme);
    const found: string[] = [];
    const name = `axe-${width}-${language}`;
    for await (const { name: stop, page } of tour({ browser, url: server.url, admin, name, ...look })) {
      for (const objection of await objections(page)) found.push(`${stop}: ${objection}`);
      if (language === "en") continue;
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      for (const text of await englishOn(page)) found.push(`${stop}: in English: ${text}`);
    }
    expect(found).toEqual([]);
    // A whole race, and more stops than any other journey makes.
  }, 600_000);
}
