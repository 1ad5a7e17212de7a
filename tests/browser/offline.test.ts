import type { Browser, Response } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser, visit } from "../support/browser.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it("PHONE-8 PHONE-9 says that the server cannot be reached, and keeps nothing else", async () => {
  const { page, context, complaints } = await visit(
    browser,
    { name: "guest", url: server.url },
    { withServiceWorker: true },
  );
  await page.evaluate(() => caches.open("furlong-offline-of-before"));
  const script = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.scriptURL;
  });
  expect(script).toBe(`${server.url}/sw.js`);
  const worker = await page.request.get(`${server.url}/sw.js`);
  expect(worker.headers()["cache-control"]).toBe("no-cache");

  // Online the server answers: a page that it shows, and every call, is its own and the newest.
  const answers: Response[] = [];
  page.on("response", (response) => void answers.push(response));
  const reloaded = await page.reload();
  expect(reloaded?.status()).toBe(200);
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).waitFor();
  const calls = answers.filter((response) => response.url().includes("/api/"));
  expect(calls.length).toBeGreaterThan(2);
  expect(calls.filter((response) => response.fromServiceWorker()).map((response) => response.url())).toEqual(
    [],
  );
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
  });
  expect(kept.names).toEqual([expect.stringMatching(/^furlong-offline-[0-9a-f]{16}$/)]);
  expect(kept.paths.toSorted()).toEqual([
    "/favicon.svg",
    "/offline.css",
    "/offline.de.html",
    "/offline.html",
  ]);
  expect(complaints).toEqual([]);

  await server.stop();
  const offline = await page.goto(`${server.url}/race`);
  expect(offline?.status()).toBe(503);
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  expect(
    await page.getByRole("link", { name: "Try again" }).evaluate((link) => getComputedStyle(link).display),
  ).toBe("inline-grid");
  expect(
    await page.evaluate(async () =>
      fetch("/api/public/runtime").then(
        () => "answered",
        () => "no answer",
      ),
    ),
  ).toBe("no answer");

  server = await startServer({ port: server.port, dataDir: server.dataDir });
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/race");
  await context.close();
});

it("PHONE-10 can be installed: manifest, icons, ways in and pictures are all there", async () => {
  const { page, context } = await visit(browser, { name: "guest", url: server.url });
  const client = await context.newCDPSession(page);
  const { errors, data = "{}" } = await client.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data) as {
    readonly icons: readonly { readonly src: string }[];
    readonly screenshots: readonly { readonly src: string; readonly sizes: string }[];
    readonly shortcuts: readonly { readonly url: string }[];
  };
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    const { status, type } = await page.evaluate(async (path) => {
      const answer = await fetch(path);
      return { status: answer.status, type: answer.headers.get("content-type") ?? "" };
    }, src);
    expect([src, status, type.split("/")[0]]).toEqual([src, 200, "image"]);
  }
  for (const { src, sizes } of manifest.screenshots) {
    const size = await page.evaluate(async (path) => {
      const bitmap = await createImageBitmap(await (await fetch(path)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(`${server.url}${url}`)).status()).toBe(200);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  // A window of a private profile, which tests have, is never offered to be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(
    expect.not.arrayContaining(["no-manifest", "no-acceptable-icon", "manifest-missing-name-or-short-name"]),
  );
  await context.close();
});
