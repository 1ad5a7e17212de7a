import type { Socket } from "socket.io-client";
import { create } from "zustand";
import type { Identity, Listener } from "./socket-wire.ts";

/** `lost` only after a connection was there: the first one still coming up is no news. */
export const useConnection = create<{ readonly status: "starting" | "connected" | "lost" }>(() => ({
  status: "starting",
}));

interface Connection {
  /** Null while the client library is still loading. */
  socket: Socket | null;
}

let current: Connection | null = null;

/**
 * Opens the socket as somebody, or as a visitor. The session's cookie is what counts; the query is for those
 * who read the wire. With another identity than before it reconnects.
 *
 * @param onConnected each time a connection stands: whatever was missed has to be fetched again
 * @returns how to close it
 */
export function openSocket(
  identity: Identity | null,
  listener: Listener,
  onConnected: () => void,
): () => void {
  const connection: Connection = { socket: null };
  closeSocket(current);
  current = connection;
  void connect(connection, identity, listener, onConnected);
  return () => closeSocket(connection);
}

async function connect(
  connection: Connection,
  identity: Identity | null,
  listener: Listener,
  onConnected: () => void,
): Promise<void> {
  // Not needed for the first picture of the page, and not small.
  const { openWire } = await import("./socket-wire.ts");
  if (current !== connection) return;
  const socket = openWire(identity, listener);
  connection.socket = socket;
  socket.on("connect", () => {
    useConnection.setState({ status: "connected" });
    onConnected();
  });
  socket.on("disconnect", () => {
    if (current === connection) useConnection.setState({ status: "lost" });
  });
}

function closeSocket(connection: Connection | null): void {
  if (current === connection) current = null;
  connection?.socket?.disconnect();
}
