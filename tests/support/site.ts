import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { openBrowser } from "./browser.ts";
import { describeFailure } from "./describe-failure.ts";
import { type ServerProcess, type StartOptions, startServer } from "./server-process.ts";

export interface Site {
  readonly url: string;
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** Starts the server again on the same data and port, after it was killed. */
  restart(): Promise<void>;
}

/**
 * A running server and a browser for the tests of a file: opened before all of them, closed after them. What a test
 * opens in the browser is closed after that test, since an open page continues to be drawn.
 */
export function useSite(options: StartOptions = {}): Site {
  let server: ServerProcess;
  let browser: Browser;
  let shared: ReadonlySet<BrowserContext>;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(options), openBrowser()]);
  });
  beforeEach(() => {
    shared = new Set(browser.contexts());
  });
  afterEach(async ({ task }) => {
    const own = browser.contexts().filter((context) => !shared.has(context));
    const [error] = task.result?.errors ?? [];
    // At the end of its text, which the runner prints last.
    if (error !== undefined) error.message += `\n${await describeFailure(browser.contexts(), server)}`;
    await Promise.all(own.map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    get url() {
      return server.url;
    },
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    async restart() {
      const { dataDir, port } = server;
      server = await startServer({ ...options, dataDir, port });
    },
  };
}
