import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { vi } from "vitest";

/** A Socket.IO server with nothing of the product, to test the page's end of the connection. */
export interface SocketPeer {
  readonly io: Server;
  readonly port: number;
  /** All events that the page sent, in the order in which they arrived. */
  readonly arrived: readonly { readonly name: string; readonly payload: unknown }[];
  /** What each event is acknowledged with; null to break the connection instead. */
  acknowledgement: unknown;
  close(): Promise<void>;
}

/** Opens one at the address that the page takes for its own, until the test unstubs it. */
export async function openSocketPeer(atPort = 0): Promise<SocketPeer> {
  const http = createServer();
  const io = new Server(http);
  await new Promise<void>((resolve) => http.listen(atPort, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  vi.stubGlobal("location", { protocol: "http:", host: `127.0.0.1:${port}`, port: String(port) });
  const arrived: { name: string; payload: unknown }[] = [];
  const peer: SocketPeer = {
    io,
    port,
    arrived,
    acknowledgement: { success: true },
    close: () => io.close(),
  };
  io.on("connection", (socket) => {
    socket.onAny((name: string, payload: unknown, acknowledge: (answer: unknown) => void) => {
      arrived.push({ name, payload });
      if (peer.acknowledgement === null) socket.conn.close();
      else acknowledge(peer.acknowledgement);
    });
  });
  return peer;
}
