import { expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { openTestServer } from "../support/http-server.ts";

it("LIMITS-7 the API page draws the document under the strict policy, with nothing from elsewhere", async () => {
  const [server, browser] = await Promise.all([openTestServer(), openBrowser()]);
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    const loaded: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("requestfinished", (request) => loaded.push(request.url()));
    await page.goto(`${server.url}/api/docs`);
    await page.getByRole("heading", { name: "Furlong (0.0.0-test)" }).waitFor();
    await page.getByRole("menuitem", { name: "bets" }).click();
    await page.locator("h2", { hasText: "Prepare a bet" }).waitFor();
    expect(await page.getByText("/api/races/{id}/bet/prepare").count()).toBeGreaterThan(0);
    // Its styles are loaded: the menu is next to the text.
    const menu = await page.locator(".menu-content").boundingBox();
    const text = await page.locator(".api-content").boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual((text?.x ?? 0) + 1);
    expect(errors).toEqual([]);
    const own = (url: string) =>
      url.startsWith(server.url) || url.startsWith("blob:") || url.startsWith("data:");
    expect(loaded.filter((url) => !own(url))).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
});
