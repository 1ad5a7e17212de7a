import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import type { LocalChain } from "../../src/localnet/chain/local-chain.ts";
import { handleRpc } from "../../src/localnet/rpc/handle-rpc.ts";
import { attachRpcSocket } from "../../src/localnet/rpc/rpc-socket.ts";

/** Serves a chain over HTTP and WebSocket on one free port of this machine. */
export async function listenRpc(chain: LocalChain) {
  const http = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      void handleRpc(chain, body).then((answer) => {
        response.setHeader("content-type", "application/json");
        response.end(answer);
      });
    });
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (socket) => attachRpcSocket(chain, socket));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
