import { writeSetting } from "../../src/server/foundation/settings/stored-settings.ts";
import type { SettingKey } from "../../src/domain/settings.ts";
import { type BrowserSession, type Json, newBrowser, newWallet, type TestWallet } from "./browser-session.ts";
import { openTestServer, type TestServer, type TestServerOptions } from "./http-server.ts";
import { type LiveSocket, openLiveSocket } from "./live-socket.ts";

export interface Chatter extends BrowserSession {
  readonly live: LiveSocket;
  readonly say: (content: string, more?: object) => Promise<Json>;
  /** What was said in the room since this chatter joined, and by whom. */
  readonly read: () => readonly string[];
}

let names = 0;

/** A server with people who chat. */
export async function openChatRoom(options: TestServerOptions = {}) {
  const admin = newWallet();
  const server = await openTestServer({ adminWallets: [admin.address], ...options });
  const open: LiveSocket[] = [];

  async function connect(browser: BrowserSession | null, at: TestServer = server): Promise<LiveSocket> {
    const live = await openLiveSocket(at.url, browser);
    open.push(live);
    return live;
  }

  async function signedIn(wallet: TestWallet = newWallet()): Promise<BrowserSession> {
    const browser = newBrowser(server.url, wallet);
    await browser.signIn();
    return browser;
  }

  async function withProfile(wallet?: TestWallet): Promise<BrowserSession> {
    const browser = await signedIn(wallet);
    await browser.call("POST", "/api/users", {
      body: { walletAddress: browser.address, username: `chatter-${(names += 1)}` },
    });
    return browser;
  }

  /** Joins the lobby at this server, or at another one. */
  async function enter(browser: BrowserSession, at: TestServer = server): Promise<Chatter> {
    const live = await connect(browser, at);
    const joined = await live.ask("join-room", "lobby");
    if (!joined.success) throw new Error(`not joined: ${JSON.stringify(joined)}`);
    return {
      ...browser,
      live,
      say: (content, more) => live.ask("send-message", { content, room: "lobby", ...more }),
      read: () => live.all("message").map(({ content }) => content),
    };
  }

  const set = (key: SettingKey, value: string) =>
    server.db.transaction((tx) =>
      writeSetting(tx, { key, value, by: null, at: new Date(server.clock.now()) }),
    );

  /** Closes every socket opened so far, at any server. */
  const disconnectAll = () => {
    for (const live of open.splice(0)) live.close();
  };

  return {
    async close() {
      disconnectAll();
      await server.close();
    },
    disconnectAll,
    server,
    admin,
    connect,
    signedIn,
    withProfile,
    enter,
    set,
    newChatter: async (wallet?: TestWallet) => enter(await withProfile(wallet)),
    /** Sets who moderates from now on. */
    appoint: (...moderators: readonly BrowserSession[]) =>
      set("chat_moderators", JSON.stringify(moderators.map(({ address }) => address))),
  };
}
