import fastify, { type FastifyInstance } from "fastify";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Logger } from "../log.ts";
import { mountLocalChain } from "./mount-local-chain.ts";

const quiet = () => undefined;
const log: Logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
/** Answers everything: any refusal comes from the Host check. */
const chain = { answer: async () => '{"result":1}', attach: async () => undefined };

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  mountLocalChain(app, chain, { publicOrigin: "https://play.example", host: "game.internal", log });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

const upgrade =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
const requests = {
  "a call": (host: string) => `POST /rpc HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`,
  "a WebSocket": (host: string) => `GET /rpc HTTP/1.1\r\nHost: ${host}\r\n${upgrade}\r\n\r\n`,
};

/** The status of the response to these bytes. */
const statusOf = (bytes: string) =>
  new Promise<number>((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: (app.server.address() as AddressInfo).port }, () =>
      socket.write(bytes),
    );
    socket.once("error", reject);
    socket.once("data", (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]));
      socket.destroy();
    });
  });

describe.each(Object.entries(requests))("LIMITS-12 %s to the embedded chain", (about, request) => {
  it.each([
    "evil.example",
    "evil.example:3000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "",
    "[",
    "a:b",
  ])("by the host %j, a name that anybody may point here, is refused", async (host) => {
    expect(await statusOf(request(host))).toBe(403);
  });

  it.each([
    "localhost:3000",
    "127.0.0.1",
    "[::1]:3000",
    "192.168.1.7:3000",
    "[fd00::7]",
    "game.internal:3000",
    "play.example",
  ])("by the host %s, an address or a name of ours, is answered", async (host) => {
    expect(await statusOf(request(host))).toBe(about === "a call" ? 200 : 101);
  });
});
