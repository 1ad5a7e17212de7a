import { afterAll, beforeAll } from "vitest";
import { newBrowser } from "./browser-session.ts";
import { openTestServer, type TestServer, type TestServerOptions } from "./http-server.ts";

/** A server in this process for the tests of a file, and its answers to a visitor. */
export function useTestServer(options: TestServerOptions = {}) {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(options);
  });
  afterAll(() => server?.close());
  return {
    get server() {
      return server;
    },
    get url() {
      return server.url;
    },
    get: (path: string, headers: Record<string, string> = {}) =>
      newBrowser(server.url).call("GET", path, { headers }),
  };
}
