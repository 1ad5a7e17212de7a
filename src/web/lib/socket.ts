import { io, type Socket } from "socket.io-client";
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

let socket: Socket | null = null;
let opened = "";

/**
 * Opens the socket as somebody, or as a visitor. The session's cookie is what counts; the query is for those
 * who read the wire. Called again with another identity it reconnects.
 *
 * @param onConnected each time a connection stands: whatever was missed has to be fetched again
 */
export function openSocket(identity: Identity | null, listener: Listener, onConnected: () => void): () => void {
  const key = JSON.stringify(identity);
  if (socket !== null && opened === key) return closeSocket;
  closeSocket();
  opened = key;
  const opening = io({ transports: ["websocket"], query: identity ?? {}, reconnectionDelayMax: 5000 });
  socket = opening;
  opening.on("connect", () => {
    useConnection.setState({ status: "connected" });
    onConnected();
  });
  opening.on("disconnect", () => {
    if (socket === opening) useConnection.setState({ status: "lost" });
  });
  for (const name of Object.keys(socketEvents) as SocketEventName[]) {
    opening.on(name, (wire: unknown) => deliver(name, wire, listener));
  }
  return closeSocket;
}

function deliver(name: SocketEventName, wire: unknown, listener: Listener): void {
  const payload = decodeSocketEvent(name, wire);
  if (payload === null) console.warn(`The event ${name} is not what the contract says.`, wire);
  else listener(name, payload);
}

function closeSocket(): void {
  const closing = socket;
  socket = null;
  opened = "";
  closing?.disconnect();
}
