import { createHash } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { type BrowserSession, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openLiveSocket } from "../../../../tests/support/live-socket.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { sessions } from "../../foundation/db/schema/sign-in.ts";

const HOUR_MS = 3_600_000;
const panel = useAdminPanel();
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

const list = async (browser: BrowserSession) =>
  (await browser.call("GET", "/api/auth/sessions")).body.sessions;
const end = async (browser: BrowserSession, id?: string) => {
  const path = `/api/auth/sessions${id === undefined ? "" : `?id=${id}`}`;
  const { status, body } = await browser.call("DELETE", path);
  return { status, code: body.code, ended: body.ended };
};
const isSignedIn = async (browser: BrowserSession) =>
  (await browser.call("GET", "/api/auth/session")).body.wallet !== null;
const own = async (browser: BrowserSession) =>
  (await list(browser)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);

async function signedIn(wallet = newWallet(), options = {}) {
  const browser = newBrowser(panel.url, wallet, options);
  expect((await browser.signIn()).status).toBe(200);
  return browser;
}
async function appointed() {
  const browser = await signedIn();
  await panel.server.db
    .insert(admins)
    .values({ wallet: browser.address, appointedBy: panel.wallet.address, appointedAt: new Date() });
  return browser;
}

it("ACCESS-10 a wallet sees its sessions and no other's: when, where, with what, and never the token", async () => {
  const first = await signedIn(newWallet(), { headers: { "user-agent": firefox } });
  await panel.server.clock.advance(6 * 60_000);
  const second = await signedIn(first.wallet);
  await signedIn();
  const at = (ms: number) => new Date(panel.server.clock.now() + ms).toISOString();
  await first.call("GET", "/api/auth/session");
  const seen = await list(first);
  expect(seen).toHaveLength(2);
  expect(await own(first)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    wallet: first.address,
    isCurrent: true,
    signedInAt: at(-6 * 60_000),
    lastUsedAt: at(0),
    endsAt: at(7 * DAY_MS - 6 * 60_000),
    network: "127.0.0.0/24",
    browser: "Firefox, Linux",
  });
  expect(await own(second)).toMatchObject({ browser: null, signedInAt: at(0) });
  for (const { cookies } of [first, second])
    expect(JSON.stringify(seen)).not.toContain(cookies.get("furlong-session"));
});

it("ACCESS-10 a session that is ended is refused from the next call on, and its socket is cut", async () => {
  const stolen = await signedIn();
  const live = await openLiveSocket(panel.url, stolen);
  const cut = new Promise((resolve) => live.socket.once("disconnect", resolve));
  await panel.server.clock.advance(60_000);
  const owner = await signedIn(stolen.wallet);
  expect(await end(owner, (await own(stolen)).id)).toMatchObject({ status: 200, ended: 1 });
  expect(await isSignedIn(stolen)).toBe(false);
  await panel.server.sockets.recheck();
  await cut;
  expect(await isSignedIn(owner)).toBe(true);
  expect((await list(owner)).length).toBe(1);
});

it("ACCESS-10 a stolen session cannot end the owner's newer ones, which end all others", async () => {
  const stolen = await signedIn();
  await panel.server.clock.advance(60_000);
  const owner = await signedIn(stolen.wallet);
  const { id } = await own(owner);
  expect(await end(stolen, id)).toMatchObject({ status: 409, code: "SESSION_NEWER" });
  expect(await end(stolen)).toMatchObject({ status: 200, ended: 0 });
  expect(await isSignedIn(owner)).toBe(true);
  expect(await end(owner)).toMatchObject({ ended: 1 });
  expect(await isSignedIn(stolen)).toBe(false);
  expect(await isSignedIn(owner)).toBe(true);
});

it("IDENTITY-7 a wallet's fifty-first sign-in ends its oldest session, and nobody else's", async () => {
  const [oldest, other] = [await signedIn(), await signedIn()];
  await panel.server.clock.advance(1);
  const second = await signedIn(oldest.wallet);
  const createdAt = new Date(panel.server.clock.now() + 1);
  await panel.server.db.insert(sessions).values(
    Array.from({ length: 48 }, (_, n) => ({
      tokenHash: `${oldest.address} ${n}`,
      wallet: oldest.address,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + HOUR_MS),
    })),
  );
  await panel.server.clock.advance(2);
  expect(await isSignedIn(oldest)).toBe(true);
  const newest = await signedIn(oldest.wallet);
  const signedInNow = await Promise.all([oldest, second, newest, other].map(isSignedIn));
  expect(signedInNow).toEqual([false, true, true, true]);
  expect(await panel.server.db.$count(sessions, eq(sessions.wallet, oldest.address))).toBe(50);
});

it("ACCESS-10 nobody ends a session of another wallet, and an admin only another admin's", async () => {
  const [player, other] = [await signedIn(), await signedIn()];
  const { id } = await own(player);
  expect(await end(other, id)).toMatchObject({ status: 404, code: "SESSION_NOT_FOUND" });
  expect(await end(panel.admin, id)).toMatchObject({ status: 404, code: "SESSION_NOT_FOUND" });
  expect(await end(other, "0123456789abcdef")).toMatchObject({ status: 404 });
  expect(await end(other, "%")).toMatchObject({ status: 400 });
  expect(await isSignedIn(player)).toBe(true);
});

it("ACCESS-10 every admin sees and ends any admin's sessions, with a step-up and an audit row", async () => {
  const second = await appointed();
  const wallets = (await list(panel.admin)).map(({ wallet }: { wallet: string }) => wallet);
  expect(wallets).toEqual(expect.arrayContaining([second.address, panel.wallet.address]));
  const { id } = await own(second);
  const thief = newBrowser(panel.url, panel.wallet, { confirms: false });
  thief.cookies.set("furlong-session", panel.admin.cookies.get("furlong-session")!);
  expect(await end(thief, id)).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
  // Nor the owner's own others, by which a thief could lock the owner out.
  expect(await end(thief)).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
  expect(await isSignedIn(second)).toBe(true);

  expect(await end(panel.admin, id)).toMatchObject({ status: 200, ended: 1 });
  expect(await isSignedIn(second)).toBe(false);
  const [row] = await panel.server.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({
    actor: panel.wallet.address,
    action: "session.end",
    subject: second.address,
    detail: { session: id },
  });
});

it("ACCESS-10 an admin's many sessions hide nobody else's, and keep nobody from ending any", async () => {
  const second = await appointed();
  const { createdAt, expiresAt } = {
    createdAt: new Date(panel.server.clock.now() + 1),
    expiresAt: new Date(panel.server.clock.now() + HOUR_MS),
  };
  const hash = (n: number) => n.toString(16).padStart(64, "0");
  await panel.server.db.insert(sessions).values(
    Array.from({ length: 120 }, (_, n) => ({
      tokenHash: hash(n).split("").toReversed().join(""),
      wallet: second.address,
      createdAt,
      expiresAt,
    })),
  );
  const other = await signedIn(panel.wallet);
  const seen = (await list(panel.admin)).map(({ wallet }: { wallet: string }) => wallet);
  expect(seen.filter((wallet: string) => wallet === second.address)).toHaveLength(20);
  expect(seen).toContain(panel.wallet.address);
  const { id } = await own(other);
  expect(await end(panel.admin)).toMatchObject({ status: 200, code: undefined });
  expect(await isSignedIn(other)).toBe(false);
  expect(await end(panel.admin, id)).toMatchObject({ status: 404 });
  // The oldest of them, which is not listed.
  const hidden = createHash("sha256")
    .update(second.cookies.get("furlong-session")!)
    .digest("hex")
    .slice(0, 16);
  expect((await list(panel.admin)).map((session: { id: string }) => session.id)).not.toContain(hidden);
  expect(await end(panel.admin, hidden)).toMatchObject({ status: 200, ended: 1 });
  expect(await isSignedIn(second)).toBe(false);
});

it("IDENTITY-2 an admin's session ends after twelve hours, and one that becomes an admin's likewise", async () => {
  const second = await signedIn();
  const signedInAt = panel.server.clock.now();
  expect(Date.parse((await own(panel.admin)).endsAt)).toBe(signedInAt + 12 * HOUR_MS);
  await panel.server.clock.advance(12 * HOUR_MS - 1);
  expect(await isSignedIn(panel.admin)).toBe(true);
  await panel.server.clock.advance(1);
  expect(await isSignedIn(panel.admin)).toBe(false);
  expect((await panel.admin.call("GET", "/api/admin/users")).status).toBe(401);

  expect(await isSignedIn(second)).toBe(true);
  await panel.server.db
    .insert(admins)
    .values({ wallet: second.address, appointedBy: panel.wallet.address, appointedAt: new Date() });
  expect(await isSignedIn(second)).toBe(false);
  const again = await second.signIn();
  expect(Date.parse(again.body.expiresAt)).toBe(panel.server.clock.now() + 12 * HOUR_MS);
});
