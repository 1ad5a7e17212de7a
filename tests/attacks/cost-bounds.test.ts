import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/api.ts";
import type { Endpoint } from "../../src/contract/wire/endpoint.ts";
import { publicLimits } from "../../src/server/foundation/http/limits.ts";
import { publicSocketLimits } from "../../src/server/foundation/sockets/socket-limits.ts";
import { type BrowserSession, newBrowser, newWallet, type TestWallet } from "../support/browser-session.ts";
import { forms } from "../support/form-fields.ts";
import { openTestServer, type TestServer } from "../support/http-server.ts";

/*
 * What anybody can make the server spend for nothing: wallets are free, so a hundred of them stand behind one address
 * and do what docs/threat-model.md says is bounded. The server has the limits of a public one, behind a proxy that
 * names the address of a client; a window of a minute may end while a test runs on a busy machine.
 */

const ADDRESS = "203.0.113.7";
const WALLETS = 100;

const admin = newWallet();
let server: TestServer;
/** Signed in, each from an address of its own; from then on all behind one. */
let crowd: BrowserSession[];
let house: BrowserSession;

const behind = (address: string, wallet?: TestWallet) =>
  newBrowser(server.url, wallet, { headers: { "x-forwarded-for": address } });

async function moved(session: BrowserSession, address: string): Promise<BrowserSession> {
  const there = behind(address, session.wallet);
  for (const [name, value] of session.cookies) there.cookies.set(name, value);
  return there;
}

beforeAll(async () => {
  server = await openTestServer({
    adminWallets: [admin.address],
    limits: publicLimits,
    socketLimits: publicSocketLimits,
    trustedProxies: () => true,
  });
  house = behind("198.51.100.1", admin);
  await house.signIn();
  crowd = [];
  for (let at = 0; at < WALLETS; at += 1) {
    const session = behind(`10.0.0.${at}`);
    await session.signIn();
    crowd.push(await moved(session, ADDRESS));
  }
});
afterAll(() => server?.close());

/**
 * Makes calls and counts what was let through, which is all but 429, and how many windows of a minute they took. Of
 * calls that arrive in one turn of the event loop the limiter may refuse more than it has to, never fewer.
 */
async function letThrough(calls: readonly (() => Promise<{ readonly status: number }>)[]) {
  const began = performance.now();
  const statuses: number[] = [];
  for (let at = 0; at < calls.length; at += WALLETS)
    statuses.push(
      ...(await Promise.all(calls.slice(at, at + WALLETS).map(async (call) => (await call()).status))),
    );
  // A window begins with the first call that it counts: no limit here was counted before.
  const windows = 1 + Math.floor((performance.now() - began) / 60_000);
  return { statuses, served: statuses.filter((status) => status !== 429).length, windows };
}

/** A player elsewhere and the house go on as before. */
async function othersAreServed() {
  expect((await behind("192.0.2.9").signIn()).status).toBe(200);
  expect((await house.call("GET", "/api/admin/settings")).status).toBe(200);
  expect((await house.call("GET", "/api/house-wallet/overview")).status).toBe(200);
}

const rowsOf = async (table: string) => {
  const { rows } = await server.db.execute(sql.raw(`select count(*)::int as rows from ${table}`));
  return Number(rows[0]?.["rows"]);
};

/** All rows of all tables. */
async function allRows() {
  const { rows } = await server.db.execute(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema = 'public'`,
  );
  const counts = await Promise.all(rows.map(({ name }) => rowsOf(String(name))));
  return counts.reduce((sum, count) => sum + count, 0);
}

const expectBounded = (served: number, most: number) => {
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThanOrEqual(most);
};

it("COST-1 a hundred fresh wallets sign in from one address: thirty texts a minute, a row each, and the next address is served", async () => {
  const before = await rowsOf("sign_in_nonces");
  const { served, windows } = await letThrough(
    Array.from({ length: WALLETS }, () => () => behind(ADDRESS).call("POST", "/api/auth/nonce")),
  );
  expectBounded(served, 30 * windows);
  expect((await rowsOf("sign_in_nonces")) - before).toBe(served);
  const { served: checked, windows: others } = await letThrough(
    Array.from(
      { length: WALLETS },
      () => () => behind(ADDRESS).call("POST", "/api/auth/verify", { body: {} }),
    ),
  );
  expectBounded(checked, 30 * others);
  await othersAreServed();
});

it("COST-1 a hundred wallets behind one address send master passwords and pictures: none is looked at, not even read", async () => {
  const costly = Object.entries<Endpoint>(api).filter(
    ([name, { access }]) => access === "house" || name === "uploadEmote",
  );
  const { statuses } = await letThrough(
    crowd.map((one, at) => () => {
      const [, { method, path }] = costly[at % costly.length]!;
      return one.call(method, `/api${path}`, method === "GET" ? {} : { raw: "not even JSON" });
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([403]));
  await othersAreServed();
});

it("COST-2 a hundred wallets behind one address ask for proofs of races: 240 a minute in all", async () => {
  const { served, windows } = await letThrough(
    Array.from(
      { length: 3 * WALLETS },
      (_, at) => () => crowd[at % WALLETS]!.call("GET", `/api/races/verify/race-${at}`),
    ),
  );
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThanOrEqual(240 * windows);
  await othersAreServed();
});

it("COST-1 a wallet repeats a call: each has its limit, wherever it is sent from", async () => {
  const limited = Object.entries<Endpoint>(api).filter(
    ([, { access, perMinute = Infinity }]) => access === "player" && perMinute <= 30,
  );
  expect(limited.length).toBeGreaterThan(10);
  for (const [at, [name, { method, path, perMinute = 0 }]] of limited.entries()) {
    const one = crowd[at]!;
    const filled = path.replaceAll(/:\w+/g, one.address);
    const { served, windows } = await letThrough(
      await Promise.all(
        Array.from({ length: perMinute + 5 }, async (_, call) => {
          const there = await moved(one, `10.1.${at}.${call}`);
          return () => there.call(method, `/api${filled}`, method === "GET" ? {} : { body: {} });
        }),
      ),
    );
    expect({ name, isOver: served > perMinute * windows || served === 0 }).toEqual({ name, isOver: false });
  }
});

it("COST-1 a hundred wallets behind one address do all that is free: 1,200 calls a minute together, two rows a call at most", async () => {
  const free = forms.filter(({ call }) => api[call as keyof typeof api].access === "player");
  const together = await Promise.all(crowd.map((one) => moved(one, "203.0.113.8")));
  const before = await allRows();
  const { served, windows } = await letThrough(
    Array.from({ length: 1_500 }, (_, at) => () => {
      const one = together[at % WALLETS]!;
      const { call, params = {}, body } = free[Math.floor(at / WALLETS) % free.length]!;
      const { method, path } = api[call as keyof typeof api];
      const filled = path.replaceAll(/:(\w+)/g, (_name, name: string) => {
        const value = params[name];
        return String(typeof value === "function" ? value(one.address) : value);
      });
      return one.call(method, `/api${filled}`, { body: { walletAddress: one.address, ...body } });
    }),
  );
  expectBounded(served, 1_200 * windows);
  expect((await allRows()) - before).toBeLessThanOrEqual(2 * served);
  await othersAreServed();
});
