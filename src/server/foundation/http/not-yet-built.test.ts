import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { api, type EndpointName } from "../../../contract/api.ts";
import type { Endpoint } from "../../../contract/wire/endpoint.ts";
import { notBuilt } from "./not-built.ts";

const admin = newWallet();
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ adminWallets: [admin.address] });
});
afterAll(() => server.close());

/** Calls an endpoint as an admin, with no input that it could act on. */
async function callEmpty(name: EndpointName) {
  const endpoint: Endpoint = api[name];
  const caller = newBrowser(server.url, admin);
  await caller.signIn();
  const path = endpoint.path.replace(":wallet", admin.address).replace(":id", "r1");
  return caller.call(endpoint.method, `/api${path}`, endpoint.method === "GET" ? {} : { body: {} });
}

const notBuiltBody = { success: false, code: "NOT_BUILT", message: "This call is not available yet" };

describe("calls that are not built yet", () => {
  it.each(Object.keys(api) as EndpointName[])("%s answers 501 only while it is marked so", async (name) => {
    const isMarked = server.features.handlers[name] === notBuilt;
    const { status, body } = await callEmpty(name);
    expect(status === 501).toBe(isMarked);
    expect(isDeepStrictEqual(body, notBuiltBody)).toBe(isMarked);
  });
});
