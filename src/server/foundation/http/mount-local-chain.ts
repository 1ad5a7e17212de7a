import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Logger } from "../log.ts";
import { refuse } from "../../../domain/result.ts";
import { sendRefusal } from "./calls.ts";
import { comesFromElsewhere, namesForeignHost, siteFinder } from "./site.ts";

/** The embedded chain, run by this process or by another. */
interface ServedChain {
  answer(body: string): Promise<string>;
  attach(socket: WebSocket): Promise<void>;
}

const MAX_REQUEST_BYTES = 1_000_000;
/** More than a browser and all practice bettors need. */
const MAX_SOCKETS = 500;
const notRunning = JSON.stringify({
  jsonrpc: "2.0",
  error: { code: -32005, message: "Node is unhealthy" },
  id: null,
});

interface Ports {
  readonly publicOrigin: string | null;
  /** The address or name on which the server listens. */
  readonly host: string;
  readonly log: Logger;
}

/**
 * Serves Solana's JSON-RPC at `/rpc`, over HTTP and WebSocket. Local mode only; there a page of any site could
 * otherwise reach it through a browser that shows both (rule LIMITS-12).
 */
export function mountLocalChain(
  app: FastifyInstance,
  chain: ServedChain,
  { publicOrigin, host, log }: Ports,
): void {
  const siteOf = siteFinder(publicOrigin);
  const ownHosts = [host, ...(publicOrigin === null ? [] : [new URL(publicOrigin).hostname])];
  void app.register(async (scope) => {
    // The request is passed on unparsed: integers keep all their digits.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    scope.post("/rpc", { bodyLimit: MAX_REQUEST_BYTES }, async (request, reply) => {
      reply.type("application/json");
      if (namesForeignHost(request.raw, ownHosts)) return sendRefusal(reply, refuse("ORIGIN_NOT_ALLOWED"));
      try {
        return await chain.answer(typeof request.body === "string" ? request.body : "");
      } catch (error) {
        log.warn({ err: error }, "the embedded chain gave no answer");
        return reply.status(503).send(notRunning);
      }
    });
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_REQUEST_BYTES });
  app.server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const [path] = (request.url ?? "").split("?");
    if (path !== "/rpc" && path !== "/rpc/") return;
    const isForeign = namesForeignHost(request, ownHosts) || comesFromElsewhere(request, siteOf(request));
    if (isForeign || sockets.clients.size >= MAX_SOCKETS) {
      stream.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      chain.attach(socket).catch((error: unknown) => {
        log.warn({ err: error }, "the embedded chain took no subscription");
        socket.terminate();
      });
    });
  });
  app.addHook("onClose", async () => {
    for (const socket of sockets.clients) socket.terminate();
  });
}
