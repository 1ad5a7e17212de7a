import { io, type Socket } from "socket.io-client";
import type { BrowserSession, Json } from "./browser-session.ts";

export interface LiveSocket {
  readonly socket: Socket;
  /** Everything that it heard, in order. */
  readonly heard: readonly { readonly name: string; readonly payload: Json }[];
  /** Payloads of one event, in order. */
  readonly all: (name: string) => Json[];
  /** Sends an event and gives its acknowledgement. */
  readonly ask: (name: string, payload?: unknown) => Promise<Json>;
  readonly close: () => void;
}

/** Connects a browser's socket, or a visitor's; rejects when the server refuses it. */
export function openLiveSocket(url: string, browser: BrowserSession | null): Promise<LiveSocket> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    ...(browser === null ? {} : { extraHeaders: { cookie: browser.cookieHeader() } }),
  });
  const heard: { name: string; payload: Json }[] = [];
  socket.onAny((name: string, payload: Json) => heard.push({ name, payload }));
  const live: LiveSocket = {
    socket,
    heard,
    all: (name) => heard.filter((event) => event.name === name).map(({ payload }) => payload),
    ask: (name, payload) => socket.timeout(10_000).emitWithAck(name, payload),
    close: () => void socket.disconnect(),
  };
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(live));
    socket.once("connect_error", reject);
  });
}
