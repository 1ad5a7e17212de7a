import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The server's response to the opening of a WebSocket, byte for byte, until it closes the connection. */
function openingOf(path: string): Promise<string> {
  const { port, hostname } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const stream = connect({ port: Number(port), host: hostname });
    let text = "";
    stream.on("data", (data) => (text += data.toString("latin1")));
    stream.on("error", reject);
    stream.on("close", () => resolve(text));
    stream.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "",
        "",
      ].join("\r\n"),
    );
  });
}

it.each(["/", "/ws", "/rpc", "/socket.io", "/socket.iox/?EIO=4&transport=websocket", "/api/races/active"])(
  "on %s gets 404, at once",
  async (path) => {
    const answer = await openingOf(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"NOT_FOUND"');
  },
);

it.each(["EIO=3&transport=websocket", "transport=websocket", "EIO=44&transport=websocket"])(
  "for its protocol (%s) gets 400 and is told which is spoken",
  async (query) => {
    const answer = await openingOf(`/socket.io/?${query}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("protocol 4 of Engine.IO");
  },
);

it("for its protocol is told so by polling too", async () => {
  const answer = await fetch(`${server.url}/socket.io/?EIO=3&transport=polling`);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("protocol 4 of Engine.IO");
});
