import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { useSite } from "../support/site.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });

/** Where the parts of the page are, keyed by name, so that a difference says what it is about. */
async function places(page: Page) {
  // In the fallback font lines are slightly higher.
  await page.evaluate(async () => void (await document.fonts.ready));
  const parts = {
    header: page.getByRole("banner"),
    pool: page.locator("section[aria-label='Race pool']"),
    track: page.locator("#track"),
    list: page.locator("section:has(h2:text-is('Select Your Horse'))"),
    bet: page.locator("section:has(h2:text-is('Place Your Bet'))"),
  };
  const boxes = Object.entries(parts).map(async ([name, part]) => [name, await part.boundingBox()] as const);
  return new Map(await Promise.all(boxes));
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** Notices that the server has for the page at its first request. */
const quiet = { maintenance: false, testing: false };
const alarmed = { maintenance: true, testing: true };

it.each(sizes.flatMap((size) => [quiet, alarmed].map((news) => ({ ...size, ...news }))))(
  "the page is drawn before its scripts, and stays where it is when they run, at $width px, maintenance: $maintenance",
  async ({ width, height, ...news }) => {
    const context = await site.browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    await page.route("**/api/public/runtime", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...news } });
    });
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(site.url);
    await page.getByText("Six horses, one pool").waitFor();
    const drawn = await places(page);

    await page.unroute("**/*.js");
    await page.reload();
    await page.getByRole("radio").first().waitFor({ state: "attached" });
    if (news.maintenance) await page.getByText("Maintenance: new bets").waitFor();
    for (const [name, box] of await places(page)) {
      for (const side of ["x", "y", "width", "height"] as const) {
        const moved = Math.abs(box![side] - drawn.get(name)![side]);
        expect(moved, `${side} of the ${name}`).toBeLessThan(3);
      }
    }
    expect(refused).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  },
);

it("the style sheet and the fonts of the first paint are asked for before the scripts", async () => {
  const context = await site.browser.newContext();
  const page = await context.newPage();
  const priorities = new Map<string, string>();
  const protocol = await context.newCDPSession(page);
  protocol.on("Network.requestWillBeSent", ({ request, initiator }) => {
    if (initiator.type === "parser") priorities.set(new URL(request.url).pathname, request.initialPriority);
  });
  await protocol.send("Network.enable");
  await page.goto(site.url);
  await page.getByRole("radio").first().waitFor({ state: "attached" });
  const of = (pattern: RegExp) => [...priorities].flatMap(([path, at]) => (pattern.test(path) ? [at] : []));
  expect(of(/\/app-[^/]*\.js$/)).toEqual(["Low"]);
  expect(of(/\/library-[^/]*\.js$/)).toEqual(["Low"]);
  expect(of(/\.css$/)).toEqual(["VeryHigh"]);
  expect(of(/\.woff2$/)).toContain("High");
  expect(of(/\.woff2$/)).not.toContain("Low");
  await context.close();
});
