import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Language } from "../../../src/contract/wire/languages.ts";
import type { Theme } from "../../../src/domain/theme.ts";
import { englishOnly } from "../../support/catalogue.ts";
import { keyboardObjections } from "../../support/keyboard-objections.ts";
import { objectionsInThemes } from "../../support/objections.ts";
import { useSite } from "../../support/site.ts";
import { setTheme } from "../../support/theme.ts";
import { changeSetting, openAdminSession } from "../../support/admin-session.ts";
import { tour } from "../../support/tour.ts";

/** Texts of the catalogue that are shown or read aloud on the page in English, except what the server wrote. */
const englishOn = (page: Page, language: Language): Promise<readonly string[]> =>
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
  }, englishOnly(language));

interface Look {
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  readonly language: Language;
}

/**
 * Tests on a tour of every screen and state that nothing is inaccessible in either theme, that each dialog can be used
 * by the keyboard alone, and that everything is in the page's language.
 */
export function examineTour(look: Look): void {
  const site = useSite({ env: { LOCAL_PLAYERS: "3" } });
  const { theme, width, language } = look;
  it(`every screen and state is clean in ${theme} at ${width} px in ${language}`, async () => {
    const admin = await openAdminSession(site.url);
    await changeSetting(admin, "theme", theme);
    const found: string[] = [];
    const name = `axe-${width}-${language}`;
    for await (const { name: stop, page } of tour({
      browser: site.browser,
      url: site.url,
      admin,
      name,
      // Drawing the race takes half a core; one-race.proof.ts checks the drawn race.
      reducedMotion: "reduce",
      ...look,
    })) {
      found.push(...(await objectionsInThemes(page, `${stop}-${width}`)));
      await setTheme(page, theme);
      for (const objection of await keyboardObjections(page)) found.push(`${stop}: ${objection}`);
      if (language === "en") continue;
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      for (const text of await englishOn(page, language)) found.push(`${stop}: in English: ${text}`);
    }
    expect(found).toEqual([]);
    // A whole race, and more stops than any other test.
  }, 900_000);
}
