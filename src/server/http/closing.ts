import type { FastifyInstance } from "fastify";
import type { Duplex } from "node:stream";

/** Connections that became something else, such as WebSockets: closing an HTTP server would wait for them forever. */
export function trackUpgrades(app: FastifyInstance): Set<Duplex> {
  const upgraded = new Set<Duplex>();
  app.server.on("upgrade", (_request, stream) => {
    upgraded.add(stream);
    // From here on the HTTP server does not listen to it, and whoever takes it may do so later or never: a reset
    // that nobody hears would end the process.
    stream.on("error", () => stream.destroy());
    stream.once("close", () => upgraded.delete(stream));
  });
  return upgraded;
}

/** A call that is answered while the server closes ends its connection, which would otherwise stay open for the next one. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}

/** Lets calls in flight finish; what is left of upgraded connections is ended. */
export async function closeServer(app: FastifyInstance, upgraded: Iterable<Duplex>): Promise<void> {
  const closed = app.close();
  for (const stream of upgraded) stream.destroy();
  await closed;
}
