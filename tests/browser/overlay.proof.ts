import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { visit } from "../support/browser.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { useSite } from "../support/site.ts";
import { openAdminSession } from "../support/admin-session.ts";

const site = useSite({ env: { LOCAL_PLAYERS: "3" } });
beforeAll(async () => {
  await openAdminSession(site.url);
});

/** The opacity of the pixel in each corner of the page, 0 to 255, as broadcast software sees it. */
async function cornersOf(page: Page): Promise<number[]> {
  const png = await page.screenshot({ omitBackground: true });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = picture;
    const ctx = new OffscreenCanvas(width, height).getContext("2d");
    ctx?.drawImage(picture, 0, 0);
    const corners = [
      [1, 1],
      [width - 2, 1],
      [1, height - 2],
      [width - 2, height - 2],
    ] as const;
    return corners.map(([x, y]) => ctx?.getImageData(x, y, 1, 1).data[3] ?? -1);
  }, png.toString("base64"));
}

const poolOf = (page: Page) => page.getByTestId("pool").filter({ hasText: /\d[.,]\d{4}/ });

it("OVERLAY-4 the overlay shows the chosen parts on a transparent page, at any size, and survives a restart of the server", async () => {
  const asked: { readonly url: string; readonly cookie: string | undefined }[] = [];
  const { page, context, complaints } = await visit(
    site.browser,
    { name: "otto", url: site.url },
    { width: 1920, height: 1080, reducedMotion: "no-preference" },
  );
  // A user is signed in here, and has chosen a language.
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByRole("button", { name: /Furlong local wallet/ }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByLabel("Username").fill("otto");
  await page.getByLabel("Username").press("Enter");
  await page.waitForURL("**/dashboard");
  expect(await context.cookies()).not.toEqual([]);
  context.on("request", (request) => {
    if (!request.url().includes("/api/")) return;
    void request.allHeaders().then(({ cookie, referer = "" }) => {
      // Requests started by the previous page are not the overlay's.
      if (referer.includes("/overlay")) asked.push({ url: request.url().replace(/.*\/api/, ""), cookie });
    });
  });

  await page.goto(`${site.url}/overlay?theme=solana-future&language=de&position=bottom-right`);
  await poolOf(page).waitFor();
  await page.locator("[aria-busy=false] canvas").waitFor({ state: "attached" });
  expect(await cornersOf(page)).toEqual([0, 0, 0, 0]);
  expect(await page.getByRole("region").count()).toBe(4);
  expect(await page.locator("a, button, input, header, [tabindex]").count()).toBe(0);
  expect(await page.locator("main").textContent()).not.toContain("otto");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("solana-future");
  await page.getByText("Letzte Sieger").waitFor();
  expect(await objectionsInThemes(page, "overlay")).toEqual([]);
  expect([...new Set(asked.map(({ url }) => url.replace(/\?.*/, "")))].toSorted()).toEqual([
    "/public/runtime",
    "/races",
    "/races/active",
  ]);
  expect(asked.filter(({ cookie }) => cookie !== undefined)).toEqual([]);

  const outside: object[] = [];
  for (const [width, height, scale] of [
    [1920, 1080, 3],
    [800, 600, 1],
    [480, 270, 0.5],
    [320, 180, 1],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${site.url}/overlay?scale=${scale}`);
    await poolOf(page).waitFor();
    for (const region of await page.getByRole("region").all()) {
      const box = await region.boundingBox();
      if (box === null) throw new Error("A part is not drawn.");
      const { x, y } = box;
      const part = await region.getAttribute("aria-label");
      const isWithin = x >= 0 && y >= 0 && x + box.width <= width + 1 && y + box.height <= height + 1;
      if (!isWithin) outside.push({ part, width, height, scale, box });
    }
  }

  expect(outside).toEqual([]);

  // Losing the connection is only reported once it was established.
  const opened = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("40")),
    );
  await page.goto(`${site.url}/overlay?show=pool,winners`);
  await opened;
  await page.waitForTimeout(500);
  await poolOf(page).waitFor();
  expect(await page.getByRole("region").count()).toBe(2);
  await site.server.kill();
  await page.getByText("Reconnecting…").waitFor();
  expect(await poolOf(page).count()).toBe(1);
  await site.restart();
  await page.getByText("Reconnecting…").waitFor({ state: "hidden", timeout: 20_000 });
  await page.goto(`${site.url}/overlay`);
  await page.getByTestId("winner").waitFor({ timeout: 150_000 });
  expect(complaints.filter((text) => !/Failed to load resource|WebSocket/.test(text))).toEqual([]);
});

it("a streamer composes the address in the settings and sees a preview", async () => {
  const { page, complaints } = await visit(site.browser, { name: "sonja", url: site.url });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Overlay for streams" }).click();
  await page.waitForURL("**/overlay/setup");
  const address = page.getByLabel("Address of the browser source");
  expect(await address.inputValue()).toBe(`${site.url}/overlay`);
  await page.getByLabel("The race", { exact: true }).uncheck();
  await page.getByLabel("Theme").selectOption("solana-future");
  await page.getByLabel("Size", { exact: true }).selectOption("1.5");
  await page.getByLabel("Position").selectOption("top");
  await page.getByLabel("Language").selectOption("de");
  const built = `${site.url}/overlay?show=pool,countdown,winners&theme=solana-future&scale=1.5&position=top&language=de`;
  expect(await address.inputValue()).toBe(built);
  const preview = page.frameLocator("iframe");
  await preview
    .getByTestId("pool")
    .filter({ hasText: /\d,\d{4}/ })
    .waitFor();
  await preview.getByText("Letzte Sieger").waitFor();
  expect(await preview.getByRole("region").count()).toBe(3);
  expect(await objectionsInThemes(page, "overlay-setup")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await objectionsInThemes(page, "overlay-setup-phone")).toEqual([]);
  // A preview that is replaced by the next aborts its connection.
  expect(complaints.filter((text) => !text.includes("WebSocket"))).toEqual([]);
});

it("the overlay loads little, and nothing of wallets", async () => {
  const { page } = await visit(site.browser, { name: "lena", url: `${site.url}/overlay?show=pool` });
  // The pool is there before the socket's scripts are.
  const opened = page.waitForEvent("websocket");
  await page.reload();
  await opened;
  await poolOf(page).waitFor();
  await page.waitForLoadState("networkidle");
  const scripts = await page.evaluate(async () => {
    const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return Promise.all(
      loaded
        .filter(({ name }) => name.endsWith(".js"))
        .map(async ({ name, encodedBodySize }) => ({
          bytes: encodedBodySize,
          text: await (await fetch(name)).text(),
        })),
    );
  });
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(125_000);
  // Code that makes any request to a wallet contains one of these names.
  for (const { text } of scripts) expect(text).not.toMatch(/standard:connect|solana:sign/);
});
