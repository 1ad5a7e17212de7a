import type { Socket } from "socket.io-client";
import { create } from "zustand";
import {
  decodeSocketEvent,
  socketEvents,
  type SocketEventName,
  type SocketEventPayload,
} from "../../contract/socket-events.ts";

/** `lost` only after a connection was there: the first one still coming up is no news. */
export const useConnection = create<{ readonly status: "starting" | "connected" | "lost" }>(() => ({
  status: "starting",
}));

type Listener = <Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>) => void;

interface Identity {
  readonly walletAddress: string;
  readonly username: string;
}

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
  const { io } = await import("socket.io-client");
  if (current !== connection) return;
  const socket = io({ transports: ["websocket"], query: { ...identity }, reconnectionDelayMax: 5000 });
  connection.socket = socket;
  socket.on("connect", () => {
    useConnection.setState({ status: "connected" });
    onConnected();
  });
  socket.on("disconnect", () => {
    if (current === connection) useConnection.setState({ status: "lost" });
  });
  for (const name of Object.keys(socketEvents) as SocketEventName[]) {
    socket.on(name, (wire: unknown) => deliver(name, wire, listener));
  }
}

function deliver(name: SocketEventName, wire: unknown, listener: Listener): void {
  const payload = decodeSocketEvent(name, wire);
  if (payload === null) console.warn(`The event ${name} is not what the contract says.`, wire);
  else listener(name, payload);
}

function closeSocket(connection: Connection | null): void {
  if (current === connection) current = null;
  connection?.socket?.disconnect();
}
