/**
 * A public node in its own process: the embedded chain with the genesis of devnet, behind HTTP that does what public
 * nodes do. It refuses too many calls of one method in ten seconds with 429, has no faucet, and responds a little late.
 * Prints its two URLs: that of the node, and one without limits and with the faucet, for filling wallets.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { openDevnetRpc } from "./network-chain.ts";

const WINDOW_MS = 10_000;
/** Limit per method; the public devnet allows 40 per caller, and here all callers count as one. */
const MAX_OF_A_METHOD = 200;
const LATE_MS = 20;

const rpc = await openDevnetRpc(100);
const callTimes = new Map<string, number[]>();

function isTooMany(method: string): boolean {
  const since = Date.now() - WINDOW_MS;
  const recent = (callTimes.get(method) ?? []).filter((at) => at > since);
  recent.push(Date.now());
  callTimes.set(method, recent);
  return recent.length > MAX_OF_A_METHOD;
}

const server = createServer((request, response) => {
  // It sends nothing over WebSocket, so that it is polled only by the clock.
  if (request.headers.upgrade !== undefined) return response.writeHead(404).end();
  let body = "";
  request.on("data", (part) => (body += String(part)));
  request.on("end", () => {
    const { method } = JSON.parse(body) as { method: string };
    response.setHeader("content-type", "application/json");
    if (method === "requestAirdrop" || isTooMany(method)) {
      return response.writeHead(429, { "retry-after": "5" }).end('{"error":"too many requests"}');
    }
    void pause(LATE_MS)
      .then(() => fetch(rpc.url, { method: "POST", body, headers: { "content-type": "application/json" } }))
      .then(async (passed) => response.end(await passed.text()));
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
console.log(
  JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faucetUrl: rpc.url }),
);
// Exits with its parent process.
process.stdin.once("close", () => process.exit(0)).resume();
