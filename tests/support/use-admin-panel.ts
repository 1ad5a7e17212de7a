import { randomBytes } from "node:crypto";
import { desc } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { auditLog } from "../../src/server/db/schema/audit.ts";
import { type BrowserSession, newBrowser, newWallet } from "./browser-session.ts";
import type { TestServerOptions } from "./http-server.ts";
import { useTestServer } from "./use-test-server.ts";

export interface TestPlayer extends BrowserSession {
  readonly username: string;
}

/** A server for the tests of a file, with an admin who signs in again before each. */
export function useAdminPanel(options: TestServerOptions = {}) {
  const wallet = newWallet();
  const site = useTestServer({ ...options, adminWallets: [wallet.address] });
  let admin: BrowserSession;
  beforeEach(() => {
    admin = newBrowser(site.url, wallet);
    return admin.signIn();
  });

  async function newPlayer({
    username = `player_${randomBytes(4).toString("hex")}`,
    ...extra
  }: { readonly username?: string; readonly referrer?: string } = {}): Promise<TestPlayer> {
    const player = newBrowser(site.url);
    await player.signIn();
    const body = { walletAddress: player.address, username, ...extra };
    expect((await player.call("POST", "/api/users", { body })).status).toBe(201);
    return { ...player, username };
  }

  /** Calls below `/api/admin/` with the caller's own wallet as `adminWallet`; status and body as one object. */
  async function post(path: string, about: object = {}, by = admin) {
    const body = { adminWallet: by.address, ...about };
    const answer = await by.call("POST", `/api/admin/${path}`, { body });
    return { status: answer.status, ...answer.body };
  }

  /** The newest row of the audit log. */
  async function audited() {
    const [row] = await site.server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    return row;
  }

  return {
    get server() {
      return site.server;
    },
    get url() {
      return site.url;
    },
    get admin() {
      return admin;
    },
    wallet,
    newPlayer,
    post,
    audited,
  };
}
