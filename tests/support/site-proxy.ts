import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";

/**
 * The proxy in front of the servers, which does what Caddy does in deploy/Caddyfile: uses another server if one does
 * not answer, overwrites X-Forwarded-For, and forwards sockets.
 *
 * @param servers their ports
 * @param at its own port
 */
export async function openSiteProxy(servers: readonly number[], at: number) {
  let turn = 0;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body: Uint8Array[] = [];
    for await (const part of incoming) body.push(part as Uint8Array);
    turn += 1;
    for (const place of servers.keys()) {
      const port = servers[(turn + place) % servers.length] ?? 0;
      const found = await passOn(incoming, Buffer.concat(body), port).catch(() => null);
      if (found === null) continue;
      outgoing.writeHead(found.statusCode ?? 502, found.headers);
      return found.pipe(outgoing);
    }
    return outgoing.writeHead(502).end();
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on("upgrade", ({ method, url, headers }, near, head) => {
    turn += 1;
    const far = connect(servers[turn % servers.length] ?? 0, "127.0.0.1", () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      far.write([`${method} ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      far.write(head);
      near.pipe(far).pipe(near);
    });
    far.on("error", () => near.destroy());
    near.on("error", () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passOn({ method, url, headers, socket }: IncomingMessage, body: Buffer, port: number) {
  const forwarded = { ...headers, "x-forwarded-for": socket.remoteAddress ?? "" };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const passed = ask({ host: "127.0.0.1", port, method, path: url, headers: forwarded }, resolve);
    passed.on("error", reject);
    passed.end(body);
  });
}
