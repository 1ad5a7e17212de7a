import { randomBytes } from "node:crypto";
import { desc } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { auditLog } from "../../src/server/foundation/db/schema/audit.ts";
import { type BrowserSession, type Json, newBrowser, newWallet } from "./browser-session.ts";
import type { TestServerOptions } from "./http-server.ts";
import { signApproval } from "./sign-approval.ts";
import { useTestServer } from "./use-test-server.ts";

export interface TestPlayer extends BrowserSession {
  readonly username: string;
}

interface PanelOptions extends TestServerOptions {
  /** Number of further admins of the environment. */
  readonly others?: number;
}

/** A server for the tests of a file, with an admin who signs in again before each. */
export function useAdminPanel({ others: count = 0, ...options }: PanelOptions = {}) {
  const wallet = newWallet();
  const others = Array.from({ length: count }, () => newWallet());
  const adminWallets = [wallet, ...others].map(({ address }) => address);
  const site = useTestServer({ ...options, adminWallets });
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

  /** One of the further admins, signed in, with a wallet that has confirmed the session. */
  async function other(index = 0): Promise<BrowserSession> {
    const session = newBrowser(site.url, others[index]);
    await session.signIn();
    await session.stepUp("house-money");
    return session;
  }

  /** Approves a request as its page does: the wallet signs what the list shows of it. */
  async function approve(id: string, by: BrowserSession, about: object = {}) {
    const { body } = await by.call("GET", "/api/admin/approvals?limit=100");
    const listed = [...(body.waiting ?? []), ...(body.decided ?? [])].find((one: Json) => one.id === id);
    const signature = listed === undefined ? "AAAA" : signApproval(listed, by.wallet);
    return post(`approvals/${id}/approve`, { signature, ...about }, by);
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
    other,
    approve,
    post,
    audited,
  };
}
