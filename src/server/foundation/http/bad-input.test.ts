import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrowserSession, newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { ChainUnavailable } from "../ports.ts";
import { isDeeperThan, MAX_JSON_DEPTH } from "./json-body.ts";

let server: TestServer;
let player: BrowserSession;
beforeAll(async () => {
  server = await openTestServer({
    handlers: {
      getSolvency: () => Promise.reject(new ChainUnavailable("rpc at https://node.example/secret-key")),
      getLeaderboard: () => Promise.reject(new Error("password=hunter2 in src/server/x.ts")),
      getReplay: () => Promise.reject(Object.assign(new Error("lost"), { cause: databaseGone })),
      getTitles: async () => ({ ok: true, value: { titles: [{ not: "a title" }] } as never }),
    },
  });
  player = newBrowser(server.url);
  await player.signIn();
});
afterAll(() => server.close());

const databaseGone = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const create = (raw: string, headers: Record<string, string> = {}) =>
  player.call("POST", "/api/users", { raw, headers });

describe("a request that is no good", () => {
  it.each([
    ["{", "INVALID_JSON"],
    ['{"a":1,}', "INVALID_JSON"],
    ["null", "INVALID_INPUT"],
    ["[]", "INVALID_INPUT"],
    ['"text"', "INVALID_INPUT"],
    ["", "INVALID_INPUT"],
    [nested(MAX_JSON_DEPTH + 1), "INVALID_JSON"],
    [`[${"[".repeat(50_000)}`, "INVALID_JSON"],
  ])("LIMITS-2 the body %# is 400", async (raw, code) => {
    const answer = await create(raw);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code });
  });

  it("LIMITS-2 names the field at fault and gives the specification's text", async () => {
    const missing = await create(JSON.stringify({ walletAddress: player.address }));
    expect(missing.body).toMatchObject({
      code: "USERNAME_REQUIRED",
      field: "username",
      message: "Username is required",
    });
    const wrong = await create(
      JSON.stringify({ walletAddress: player.address, username: "abc", referrer: 5 }),
    );
    expect(wrong.body).toMatchObject({ code: "INVALID_INPUT", field: "referrer" });
  });

  it("LIMITS-2 ignores unknown fields, those of JavaScript too", async () => {
    expect((await create(JSON.stringify({ walletAddress: player.address, username: "abc" }))).status).toBe(
      201,
    );
    const answer = await player.call("PUT", `/api/users/${player.address}/presets`, {
      raw: '{"presets":[1,2,3,4],"extra":{"a":1},"__proto__":{"isAdmin":true},"constructor":1}',
    });
    expect(answer.status).toBe(200);
    expect((await player.call("GET", "/api/auth/session")).body.isAdmin).toBe(false);
  });

  it.each([
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/json-patch+json",
    "x",
  ])("LIMITS-2 a body of type %s is 415", async (type) => {
    const answer = await create("{}", { "content-type": type });
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ success: false, code: "UNSUPPORTED_MEDIA_TYPE" });
  });

  it("LIMITS-1 a body above 100 KB is 413, and the emote upload takes more", async () => {
    const large = JSON.stringify({ walletAddress: player.address, username: "x".repeat(101 * 1024) });
    const answer = await create(large);
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ success: false, code: "TOO_LARGE" });
    const upload = await player.call("POST", "/api/admin/emotes/upload", { raw: large });
    expect(upload.status).toBe(403);
  });

  it("LIMITS-1 the depth of JSON is counted outside strings only", () => {
    expect(isDeeperThan(1, '{"a":"[[[[\\"[[["}')).toBe(false);
    expect(isDeeperThan(1, '{"a":[]}')).toBe(true);
    expect(isDeeperThan(2, '{"a":[],"b":[]}')).toBe(false);
  });

  it.each([
    ["GET", "/api/nothing", 404, "NOT_FOUND"],
    ["GET", "/api", 404, "NOT_FOUND"],
    ["POST", "/api/users/x/y/z", 404, "NOT_FOUND"],
    ["DELETE", "/api/users", 405, "METHOD_NOT_ALLOWED"],
    ["POST", "/api/races/active", 405, "METHOD_NOT_ALLOWED"],
    ["GET", "/api/auth/verify", 405, "METHOD_NOT_ALLOWED"],
    ["GET", "/api/users/%ZZ", 400, "INVALID_INPUT"],
    ["GET", "/api/users/not-a-wallet", 400, "INVALID_INPUT"],
    ["GET", `/api/users/${"a".repeat(300)}`, 404, "NOT_FOUND"],
    ["POST", "/", 404, "NOT_FOUND"],
  ])("LIMITS-2 an unknown or wrong path, %#", async (method, path, status, code) => {
    const answer = await player.call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, code });
    expect(answer.headers.has("allow")).toBe(status === 405);
  });

  it("MONEY-18 a master password in a URL is 400, whatever the call", async () => {
    const answer = await player.call("GET", "/api/races/active?masterPassword=Hunter2Hunter2!!");
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("MASTER_PASSWORD_IN_URL");
    expect(server.logged.join("")).not.toContain("Hunter2Hunter2!!");
  });

  it("LIMITS-2 bytes that are no HTTP are answered 400 and the connection ends", async () => {
    const { hostname, port } = new URL(server.url);
    const answer = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(Number(port), hostname, () => socket.write("GARBAGE\r\n\r\n"));
      socket.on("data", (chunk) => (text += String(chunk)));
      socket.on("close", () => resolve(text));
    });
    expect(answer).toContain("400 Bad Request");
    expect(answer).not.toMatch(/node_modules|at \w+ \(/);
  });
});

describe("a server in trouble", () => {
  it("LIMITS-2 a bug is 500 without a stack, and is logged", async () => {
    const answer = await player.call("GET", "/api/leaderboard?period=day");
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ success: false, code: "INTERNAL_ERROR", message: "Something went wrong" });
    expect(server.logged.join("")).toContain("hunter2 in src/server/x.ts");
  });

  it("LIMITS-2 a reply that breaks the contract is a bug, not an answer", async () => {
    const answer = await player.call("GET", `/api/titles/${player.address}`);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("a title");
  });

  it("LIMITS-2 a chain that does not answer is 503", async () => {
    const answer = await player.call("GET", "/api/solvency");
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe("CHAIN_UNAVAILABLE");
    expect(answer.text).not.toContain("secret-key");
  });

  it("LIMITS-2 a database that does not answer is 503", async () => {
    const answer = await player.call("GET", "/api/races/r1/replay");
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe("UNAVAILABLE");
  });
});
