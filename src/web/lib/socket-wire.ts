import { io, type Socket } from "socket.io-client";
import {
  decodeSocketEvent,
  socketEvents,
  type SocketEventName,
  type SocketEventPayload,
} from "../../contract/wire/socket-events.ts";

export type Listener = <Name extends SocketEventName>(name: Name, payload: SocketEventPayload<Name>) => void;

export interface Identity {
  readonly walletAddress: string;
  readonly username: string;
}

/** Opens the socket itself and hands on what it says, decoded. */
export function openWire(identity: Identity | null, listener: Listener): Socket {
  const socket = io({ transports: ["websocket"], query: { ...identity }, reconnectionDelayMax: 5000 });
  for (const name of Object.keys(socketEvents) as SocketEventName[]) {
    socket.on(name, (wire: unknown) => deliver(name, wire, listener));
  }
  return socket;
}

function deliver(name: SocketEventName, wire: unknown, listener: Listener): void {
  const payload = decodeSocketEvent(name, wire);
  if (payload === null) console.warn(`The event ${name} is not what the contract says.`, wire);
  else listener(name, payload);
}
