// Many socket clients in one process, for `bench/sockets.ts`: they connect as Socket.IO's client does, answer pings,
// and count what they receive. To a bare server they connect without Socket.IO's handshake.
import WebSocket from "ws";

const [url, path, count, firstAddress] = process.argv.slice(2);
const isBare = path === "/";
/** Slightly fewer than a server accepts from one address in local mode. */
const CLIENTS_AN_ADDRESS = 900;
const AT_ONCE = 50;

const nothing = () => ({ messages: 0, bytes: 0, delaysMs: /** @type {number[]} */ ([]) });
let heard = nothing();
let cut = 0;
const saidAt = /"(?:serverNow|timestamp)":"([^"]+)"/g;

/** @param {string} text */
function countEvent(text) {
  heard.messages += 1;
  heard.bytes += Buffer.byteLength(text);
  const [last] = [...text.matchAll(saidAt)].slice(-1);
  if (last) heard.delaysMs.push(Date.now() - Date.parse(last[1] ?? ""));
}

/** @param {number} at */
function connect(at) {
  const address = `127.0.${Number(firstAddress)}.${Math.floor(at / CLIENTS_AN_ADDRESS) + 2}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}${path}`, { localAddress: address, perMessageDeflate: false });
    socket.on("error", reject);
    socket.on("close", () => (cut += 1));
    if (isBare) socket.on("open", resolve);
    socket.on("message", (/** @type {Buffer} */ data) => {
      const text = data.toString("utf8");
      if (isBare) return countEvent(text);
      if (text.startsWith("42")) return countEvent(text);
      if (text === "2") return socket.send("3");
      if (text.startsWith("0")) return socket.send("40");
      return text.startsWith("40") ? resolve(undefined) : undefined;
    });
  });
}

let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let at = next++; at < Number(count); at = next++) await connect(at);
  }),
);
process.send?.({ connected: Number(count) });
process.on("message", (asked) => {
  if (asked === "begin") heard = nothing();
  if (asked === "tell") process.send?.({ heard, cut });
});
process.on("disconnect", () => process.exit(0));
