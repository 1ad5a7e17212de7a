// The baseline of `bench/sockets.ts`: nothing but the `ws` server, which sends each client a message of the requested
// length.
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
http.listen(Number(process.argv[2]), "127.0.0.1", 20_000, () => process.send?.("listening"));
process.on("message", (/** @type {number} */ length) => {
  const text = JSON.stringify({ timestamp: new Date().toISOString(), filler: "" });
  const whole = text.replace('""', `"${"x".repeat(Math.max(0, length - text.length))}"`);
  for (const client of server.clients) client.send(whole);
});
process.on("disconnect", () => process.exit(0));
