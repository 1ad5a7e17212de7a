import type { FastifyInstance } from "fastify";
import type { Duplex } from "node:stream";

/** Upgraded connections, such as WebSockets: closing an HTTP server would wait for them forever. */
export function trackUpgrades(app: FastifyInstance): Set<Duplex> {
  const upgraded = new Set<Duplex>();
  app.server.on("upgrade", (_request, stream) => {
    upgraded.add(stream);
    // From here on the HTTP server no longer handles its errors, and whoever takes the connection over may do so later
    // or never: an unhandled reset would end the process.
    stream.on("error", () => stream.destroy());
    stream.once("close", () => upgraded.delete(stream));
  });
  return upgraded;
}

/**
 * A call that is answered while the server closes ends its connection, which would otherwise stay open for the next
 * call.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}

/** Lets calls in flight finish; upgraded connections are destroyed. */
export async function closeServer(app: FastifyInstance, upgraded: Iterable<Duplex>): Promise<void> {
  const closed = app.close();
  for (const stream of upgraded) stream.destroy();
  await closed;
}
