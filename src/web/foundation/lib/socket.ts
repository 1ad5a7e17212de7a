import { create } from "zustand";
import type {
  ClientEventName,
  ClientEventPayload,
  SocketEventName,
  SocketEventPayload,
} from "../../../contract/wire/socket-events.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { refuse, type Result } from "../../../domain/result.ts";
import { logSilentFailure } from "./silent-failure.ts";
import type { Acknowledged, Identity, Listener, Wire } from "./socket-wire.ts";

interface ConnectionState {
  /** `lost` once a connection broke or could not be made; while the first is being made, nothing is lost yet. */
  readonly status: "starting" | "connected" | "lost";
  /** Counts the connections made: what one of them has joined, the next has to join again. */
  readonly connections: number;
}

export const useConnection = create<ConnectionState>(() => ({ status: "starting", connections: 0 }));

/** A first connection that takes longer is reported: the page may show something long past. */
const CONNECTED_WITHIN_MS = 10_000;

type AnyListener = (payload: never) => void;

const listeners = new Map<SocketEventName, Set<AnyListener>>();

/** Passes on the events of a name, whichever connection they arrive on. Returns a function that stops it. */
export function onSocketEvent<Name extends SocketEventName>(
  name: Name,
  listener: (payload: SocketEventPayload<Name>) => void,
): () => void {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(listener));
  return () => void known.delete(listener);
}

interface Connection {
  /** The client library is still loading when the connection is requested. */
  readonly wire: Promise<Wire>;
  isClosed: boolean;
}

let current: Connection | null = null;

/**
 * Opens the socket as somebody, or as a visitor. The session's cookie is what counts; the query is for people who read
 * the wire. If the identity has changed, it reconnects.
 *
 * @param onConnected called each time a connection is made: whatever was missed has to be refetched, and rooms joined
 * again
 * @returns a function that closes it
 */
export function openSocket(
  identity: Identity | null,
  listener: Listener,
  onConnected: () => void,
): () => void {
  closeSocket(current);
  const tellAll: Listener = (name, payload) => {
    listener(name, payload);
    for (const tell of listeners.get(name) ?? []) tell(payload as never);
  };
  const connection: Connection = { wire: loadWire(identity, tellAll), isClosed: false };
  current = connection;
  const onLost = () => {
    if (!connection.isClosed) useConnection.setState({ status: "lost" });
  };
  const slow = setTimeout(onLost, CONNECTED_WITHIN_MS);
  connection.wire.then(
    ({ socket }) => {
      if (connection.isClosed) return;
      socket.on("connect", () => {
        clearTimeout(slow);
        useConnection.setState(({ connections }) => ({ status: "connected", connections: connections + 1 }));
        onConnected();
      });
      socket.on("disconnect", onLost);
      socket.on("connect_error", onLost);
      socket.connect();
    },
    (error: unknown) => logSilentFailure("Loading the live connection", error),
  );
  return () => {
    clearTimeout(slow);
    closeSocket(connection);
  };
}

/** Not needed for the first picture of the page, and not small. */
async function loadWire(identity: Identity | null, listener: Listener): Promise<Wire> {
  const { createWire } = await import("./socket-wire.ts");
  return createWire(identity, listener);
}

function closeSocket(connection: Connection | null): void {
  if (connection === null || connection.isClosed) return;
  connection.isClosed = true;
  if (current === connection) current = null;
  if (useConnection.getState().status === "connected") useConnection.setState({ status: "starting" });
  void connection.wire.then(({ socket }) => socket.disconnect());
}

/**
 * Sends an event and waits for the server's acknowledgement. An event is sent at most once: one that was on its way
 * when the connection broke is UNAVAILABLE and may have arrived; one sent before the first connection is made waits for
 * it. Without a connection nothing is sent, and the log says so.
 */
export async function sendEvent<Name extends ClientEventName>(
  name: Name,
  payload: ClientEventPayload<Name>,
): Promise<Result<Acknowledged, RefusalCode>> {
  const connection = current;
  try {
    if (connection === null || useConnection.getState().status === "lost") return refuseUnsent(name);
    const { send } = await connection.wire;
    return connection.isClosed ? refuseUnsent(name) : await send(name, payload);
  } catch (error) {
    logSilentFailure(`Sending ${name}`, error);
    return refuse("UNAVAILABLE");
  }
}

function refuseUnsent(name: ClientEventName): Result<never, RefusalCode> {
  logSilentFailure(`Sending ${name} without a connection`, "UNAVAILABLE");
  return refuse("UNAVAILABLE");
}
