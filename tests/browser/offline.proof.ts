import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Response } from "playwright-core";
import { expect, it } from "vitest";
import { changeSetting, openAdminSession } from "../support/admin-session.ts";
import { visit } from "../support/browser.ts";
import { objections } from "../support/objections.ts";
import { useSite } from "../support/site.ts";

const site = useSite();

/** Visits the race with a browser that may have a service worker, and waits until it has one. */
async function visitForLater(url: string, options: Parameters<typeof visit>[2] = {}) {
  const visitor = await visit(site.browser, { name: "guest", url }, { ...options, withServiceWorker: true });
  await visitor.page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === "activating")
      await new Promise((resolve) => active.addEventListener("statechange", resolve));
  });
  return visitor;
}

const raceIsThere = (page: Page) => page.getByRole("radio").first().waitFor({ state: "attached" });

it("online every answer is the server's, and nothing is kept", async () => {
  const { page, context, complaints } = await visitForLater(site.url);
  const worker = await page.request.get(`${site.url}/sw.js`);
  expect(worker.headers()["cache-control"]).toBe("no-cache");
  const answers: Response[] = [];
  page.on("response", (response) => void answers.push(response));
  const reloaded = await page.reload();
  expect(reloaded?.status()).toBe(200);
  await raceIsThere(page);
  const others = answers.filter((response) => !response.request().isNavigationRequest());
  expect(others.filter((response) => response.url().includes("/api/")).length).toBeGreaterThan(2);
  expect(others.filter((response) => response.fromServiceWorker()).map((response) => response.url())).toEqual(
    [],
  );
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(await page.evaluate(() => document.querySelector("[data-text]"))).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

it("says in both languages and themes that the server cannot be reached, and goes over to the page by itself", async () => {
  const desk = await visitForLater(site.url);
  await raceIsThere(desk.page);
  // The page is left first, so that it does not learn of the other theme.
  await desk.page.goto("about:blank");
  await changeSetting(await openAdminSession(site.url), "theme", "solana-future");
  const phone = await visitForLater(site.url, { width: 390, height: 844, locale: "de-AT" });
  await raceIsThere(phone.page);
  await site.server.kill();

  const answer = await desk.page.goto(`${site.url}/leaderboard`);
  expect(answer?.status()).toBe(503);
  expect(answer?.headers()["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
  await desk.page.getByRole("heading", { name: "Furlong cannot be reached" }).waitFor();
  await desk.page.getByText("A bet you have placed stays placed: it is safe on the server").waitFor();
  await phone.page.goto(`${site.url}/race`);
  await phone.page.getByRole("heading", { name: "Furlong ist nicht erreichbar" }).waitFor();
  await phone.page.getByText("Eine angenommene Wette bleibt gültig").waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.dataset)).toMatchObject({
    theme: "solana-future",
  });
  for (const { page } of [desk, phone]) {
    await page.waitForTimeout(300);
    expect(await objections(page)).toEqual([]);
    const button = await page.getByRole("button").boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(54);
    // Nothing that the server said before is repeated.
    const call = () => fetch("/api/public/runtime").then(String, () => "no answer");
    expect(await page.evaluate(call)).toBe("no answer");
  }
  await desk.page.getByRole("button", { name: "Try Again" }).click();
  await desk.page.getByText("Still no connection.").waitFor();

  // A hidden page waits for its reader, so that pressing the button is what brings it back.
  await desk.page.evaluate(() => Object.defineProperty(document, "hidden", { value: true }));
  await site.restart();
  await desk.page.getByRole("button", { name: "Try Again" }).click();
  await desk.page.getByRole("heading", { name: "Leaderboard" }).waitFor();
  expect(new URL(desk.page.url()).pathname).toBe("/leaderboard");
  // Nobody presses anything on the phone.
  await raceIsThere(phone.page);
  expect(new URL(phone.page.url()).pathname).toBe("/race");
  await Promise.all([desk.context.close(), phone.context.close()]);
});

it("leaves alone what is no page to read: the overlay, calls, downloads", async () => {
  const { page, context } = await visitForLater(site.url);
  const addresses = ["/overlay", "/api/openapi.json", "/screenshots/race.webp"];
  for (const path of addresses) expect((await page.goto(`${site.url}${path}`))?.status()).toBe(200);
  await site.server.kill();
  for (const path of addresses)
    await expect(page.goto(`${site.url}${path}`)).rejects.toThrow("ERR_CONNECTION_REFUSED");
  await context.close();
  await site.restart();
});

it("another offline page takes the place of the one before, of which nothing stays", async () => {
  const front = await openFront(site.url);
  const { page, context } = await visitForLater(front.url);
  front.changeWorker((script) => script.replaceAll("cannot be reached", "is on holiday"));
  // Once a page has been opened, the browser also checks for a new worker automatically.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (installing !== null)
      await new Promise<void>((resolve) =>
        installing.addEventListener("statechange", () => installing.state === "activated" && resolve()),
      );
  });
  await front.close();
  await page.goto(`${front.url}/race`);
  await page.getByRole("heading", { name: "Furlong is on holiday" }).waitFor();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await context.close();
});

/** Forwards everything to a server, except the service worker, which can be replaced. */
async function openFront(url: string) {
  let change = (script: string) => script;
  const worker = await (await fetch(`${url}/sw.js`)).text();
  const front = createServer((asked, reply) => {
    if (asked.url === "/sw.js") {
      reply.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" });
      return void reply.end(change(worker));
    }
    const { method = "GET", headers } = asked;
    const passed = request(`${url}${asked.url}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on("error", () => reply.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    changeWorker: (next: typeof change) => void (change = next),
    close: () =>
      new Promise<void>((resolve) => {
        front.close(() => resolve());
        front.closeAllConnections();
      }),
  };
}
