import type { lookup } from "node:dns";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { NodeRefused } from "../foundation/chain/node-refused.ts";
import { guardedExchange } from "./guarded-exchange.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

describe("which addresses are public", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.127.255.254",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::a00:1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001::1",
    "2001:db8::1",
    "2002:a00:1::1",
    "not an address",
  ])("LIMITS-5 %s is not", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(["8.8.8.8", "100.63.255.255", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "2a01:4f8::1"])(
    "LIMITS-5 %s is",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("an exchange with a node that an admin named", () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function listen(answer: RequestListener) {
    let connections = 0;
    const server = createServer(answer);
    server.on("connection", () => connections++);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    return { port, connections: () => connections };
  }

  /** A name server that returns the given addresses one after the other, repeating the last. */
  function resolving(...answers: readonly (readonly string[])[]) {
    let lookups = 0;
    const resolve = (_host: string, _options: object, callback: (error: null, found: object[]) => void) => {
      const addresses = answers[Math.min(lookups++, answers.length - 1)] ?? [];
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    };
    return { lookup: resolve as unknown as typeof lookup, lookups: () => lookups };
  }

  const signal = () => AbortSignal.timeout(5_000);
  const isRefused = (refusal: string) => expect.objectContaining({ name: "NodeRefused", refusal }) as Error;

  it("LIMITS-5 connects to no address that is not public, by number or by name", async () => {
    const { port, connections } = await listen((_, response) => response.end("{}"));
    for (const host of [
      "127.0.0.1",
      "[::1]",
      "0x7f000001",
      "2130706433",
      "[::ffff:127.0.0.1]",
      "localhost",
    ]) {
      const exchange = guardedExchange(`http://${host}:${port}`, { mayConnect: isPublicAddress });
      await expect(exchange("{}", signal())).rejects.toEqual(isRefused("private-address"));
    }
    expect(connections()).toBe(0);
  });

  it("LIMITS-5 a name that resolves to a public address first and a private one later is not followed there", async () => {
    const { port, connections } = await listen((_, response) => {
      response.setHeader("connection", "close");
      response.end("{}");
    });
    const allowed = new Set(["127.0.0.2"]);
    const { lookup: rebinding, lookups } = resolving(["127.0.0.2"], ["127.0.0.1"]);
    // 127.0.0.2 stands for an allowed address, and nothing listens there: the first connection goes to that very
    // address.
    const exchange = guardedExchange(`http://node.example:${port}`, {
      mayConnect: (address) => allowed.has(address),
      lookup: rebinding,
    });
    await expect(exchange("{}", signal())).rejects.toThrow("ECONNREFUSED 127.0.0.2");
    await expect(exchange("{}", signal())).rejects.toEqual(isRefused("private-address"));
    expect([lookups(), connections()]).toEqual([2, 0]);
  });

  it("LIMITS-5 a name with one private address among public ones is not connected to at all", async () => {
    const { lookup: mixed } = resolving(["8.8.8.8", "10.0.0.1"]);
    const exchange = guardedExchange("https://node.example", { mayConnect: isPublicAddress, lookup: mixed });
    await expect(exchange("{}", signal())).rejects.toThrow(NodeRefused);
  });

  it("LIMITS-5 a redirect is not followed, and an answer without end is given up", async () => {
    let hits = 0;
    const other = await listen((_, response) => response.end(String(hits++)));
    const moved = await listen((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end(),
    );
    const endless = await listen((_, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(1_000_000)));
      };
      response.on("drain", write);
      write();
    });
    const exchangeWith = (port: number) =>
      guardedExchange(`http://127.0.0.1:${port}`, { mayConnect: isLoopbackAddress });
    await expect(exchangeWith(moved.port)("{}", signal())).rejects.toEqual(isRefused("redirect"));
    expect(hits).toBe(0);
    await expect(exchangeWith(endless.port)("{}", signal())).rejects.toThrow("too long");
    const silent = await listen(() => undefined);
    await expect(exchangeWith(silent.port)("{}", AbortSignal.timeout(50))).rejects.toThrow("aborted");
  });
});
