import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "../support/server-process.ts";
import type { NodeAddress } from "./node-caller.ts";

const portOf = (url: string) => Number(new URL(url).port);

/** Passes a validator's calls and subscriptions on; its connections can be cut at any time. */
export async function openCuttable({ url, webSocketUrl }: NodeAddress) {
  const open = new Set<Socket>();
  const pass = (port: number): Server =>
    createServer((client) => {
      const node = connect(port, "127.0.0.1");
      for (const [one, other] of [
        [client, node],
        [node, client],
      ] as const) {
        open.add(one);
        one.on("close", () => open.delete(one));
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
        one.pipe(other);
      }
    });
  const servers = [pass(portOf(url)), pass(portOf(webSocketUrl))];
  // A validator serves subscriptions one port above its calls.
  const port = await freePort();
  await Promise.all(
    servers.map(
      (server, index) =>
        new Promise<void>((resolve, reject) =>
          server.once("error", reject).listen(port + index, "127.0.0.1", () => resolve()),
        ),
    ),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    /** How many were cut. */
    cut(): number {
      const { size } = open;
      for (const socket of open) socket.destroy();
      return size;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
