import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import type { BrowserSession, Json } from "./browser-session.ts";

export interface LiveSocket {
  readonly socket: Socket;
  /** Everything that it received, in order. */
  readonly heard: readonly { readonly name: string; readonly payload: Json }[];
  /** Payloads of one event, in order. */
  readonly all: (name: string) => Json[];
  /** The payload of the first event with this name, whether already received or still to come. */
  readonly next: (name: string) => Promise<Json>;
  /** Sends an event and resolves with its acknowledgement. */
  readonly ask: (name: string, ...payload: readonly unknown[]) => Promise<Json>;
  readonly close: () => void;
}

/** Connects a browser's socket, or a visitor's; rejects if the server refuses it. */
export function openLiveSocket(
  url: string,
  browser: BrowserSession | null,
  options: Partial<ManagerOptions & SocketOptions> = {},
): Promise<LiveSocket> {
  const cookie = browser?.cookieHeader() ?? "";
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    extraHeaders: cookie === "" ? {} : { cookie },
    ...options,
  });
  const heard: { name: string; payload: Json }[] = [];
  socket.onAny((name: string, payload: Json) => heard.push({ name, payload }));
  const live: LiveSocket = {
    socket,
    heard,
    all: (name) => heard.filter((event) => event.name === name).map(({ payload }) => payload),
    next: (name) =>
      new Promise((resolve) => {
        const before = heard.find((event) => event.name === name);
        if (before === undefined) socket.once(name, resolve);
        else resolve(before.payload);
      }),
    ask: (name, ...payload) => socket.timeout(10_000).emitWithAck(name, ...payload),
    close: () => void socket.disconnect(),
  };
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(live));
    socket.once("connect_error", reject);
  });
}
