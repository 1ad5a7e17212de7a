import { afterAll, expect } from "vitest";
import { lamports } from "../../src/domain/lamports.ts";
import { ChainUnavailable } from "../../src/server/foundation/ports.ts";
import { type BrowserSession, newBrowser, newWallet, type TestWallet } from "./browser-session.ts";
import { openTestServer } from "./http-server.ts";

type Call = ReturnType<BrowserSession["call"]>;

/** A server and the browsers of people who have a profile there, or want one. */
export async function openProfiles() {
  const admin = newWallet();
  const chain = { isDown: false, balances: new Map<string, bigint>() };
  const server = await openTestServer({
    adminWallets: [admin.address],
    chain: {
      genesisHash: async () => "genesis",
      async balance(address) {
        if (chain.isDown) throw new ChainUnavailable("down");
        return lamports(chain.balances.get(address) ?? 0n);
      },
    },
  });
  afterAll(() => server.close());

  async function signedIn(wallet: TestWallet = newWallet()): Promise<BrowserSession> {
    const browser = newBrowser(server.url, wallet);
    await browser.signIn();
    return browser;
  }

  const create = (browser: BrowserSession, username: unknown, referrer?: unknown): Call =>
    browser.call("POST", "/api/users", { body: { walletAddress: browser.address, username, referrer } });

  return {
    server,
    admin,
    chain,
    signedIn,
    create,
    rename: (browser: BrowserSession, username: unknown): Call =>
      browser.call("PATCH", `/api/users/${browser.address}`, { body: { username } }),
    profileOf: (browser: BrowserSession, wallet: string): Call => browser.call("GET", `/api/users/${wallet}`),
    playerNamed: async (username: string): Promise<BrowserSession> => {
      const browser = await signedIn();
      expect((await create(browser, username)).status).toBe(201);
      return browser;
    },
  };
}
