import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { openTestServer, type TestServer, type TestServerOptions } from "./http-server.ts";

/** The built page, served by this process so that a test can write to the database, and a browser to view it. */
export function useTestSite(options: TestServerOptions = {}) {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    const webRoot = join(import.meta.dirname, "../../dist/web");
    [server, browser] = await Promise.all([openTestServer({ webRoot, ...options }), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get server() {
      return server;
    },
    get url() {
      return server.url;
    },
    get browser() {
      return browser;
    },
  };
}
