import { ok, refuse } from "../../src/domain/result.ts";
import { localSocketLimits } from "../../src/server/foundation/sockets/socket-limits.ts";
import { type BrowserSession, newBrowser, newWallet } from "./browser-session.ts";
import { openTestServer, type TestServer } from "./http-server.ts";
import { type LiveSocket, openLiveSocket } from "./live-socket.ts";

export interface SocketServer {
  readonly server: TestServer;
  readonly admin: ReturnType<typeof newWallet>;
  /** Opens a browser's socket, or a visitor's; rejects if the server refuses it. */
  readonly listen: (
    browser: BrowserSession | null,
    options?: Parameters<typeof openLiveSocket>[2],
  ) => Promise<LiveSocket>;
  readonly signedIn: (wallet?: ReturnType<typeof newWallet>) => Promise<BrowserSession>;
  readonly disconnectAll: () => void;
}

/**
 * A server with handlers that show how events are received: for `chat-moderate:delete-message` only the message `gone`
 * is unknown, `chat-moderate:mute` has a bug, `join-room` answers with a history.
 */
export async function openSocketServer(): Promise<SocketServer> {
  const admin = newWallet();
  const server = await openTestServer({
    adminWallets: [admin.address],
    socketHandlers: {
      "chat-moderate:delete-message": async ({ messageId }) =>
        messageId === "gone" ? refuse("CHAT_MESSAGE_NOT_FOUND") : ok(),
      "chat-moderate:mute": () => Promise.reject(new Error("a bug")),
      "join-room": async ({ room }, { wallet }, callerSocket) => {
        await callerSocket.join(room);
        callerSocket.emit("room-history", { room, messages: [] });
        return wallet === "" ? refuse("ROOM_NOT_FOUND") : ok();
      },
    },
    socketLimits: { ...localSocketLimits, socketsPerAddress: 12, packetsPerTenSeconds: 40 },
  });
  const opened: LiveSocket[] = [];
  return {
    server,
    admin,
    async listen(browser, options = {}) {
      const live = await openLiveSocket(server.url, browser, options);
      opened.push(live);
      return live;
    },
    async signedIn(wallet = newWallet()) {
      const browser = newBrowser(server.url, wallet);
      await browser.signIn();
      return browser;
    },
    disconnectAll() {
      for (const live of opened.splice(0)) live.close();
    },
  };
}

/** An event for everybody, as a payload of `race-notification`. */
export const news = (message: string) => ({
  type: "next-race" as const,
  message,
  nextRaceIn: null,
  timestamp: new Date(0),
});

/** Resolves with the reason when the socket is disconnected. */
export const ended = ({ socket }: LiveSocket) =>
  new Promise<string>((resolve) => socket.once("disconnect", resolve));
