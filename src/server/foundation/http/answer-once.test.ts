import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { and, count, eq, sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import { type BrowserSession, newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { giftOf } from "../../../../tests/support/paying.ts";
import { houseWallets } from "../../../contract/house-wallets/house-wallets.ts";
import { lamports } from "../../../domain/lamports.ts";
import { post } from "../books/ledger.ts";
import { idempotencyKeys } from "../db/schema/idempotency-keys.ts";
import { payments } from "../db/schema/payments.ts";
import { restrictions } from "../db/schema/players.ts";
import { writeSetting } from "../settings/stored-settings.ts";
import { contentOf, deleteOldKeys } from "./answer-once.ts";
import type { Handlers } from "./handler.ts";

let database: TestDatabase;
let server: TestServer;
let other: TestServer;
/** What `withdraw` does in the other server after its effect, before it answers. */
const afterEffect = { run: async (): Promise<void> => {} };
const admin = newWallet();

beforeAll(async () => {
  database = await openTestDatabase();
  server = await openTestServer({ database, adminWallets: [admin.address] });
  const withdraw: Handlers["withdraw"] = async (input, caller) => {
    const done = await server.features.handlers.withdraw(input, caller);
    await afterEffect.run();
    return done;
  };
  other = await openTestServer({ database, clock: server.clock, handlers: { withdraw } });
});
afterAll(async () => {
  await other.close();
  await server.close();
  await database.close();
});

let gifts = 0;
const give = (wallet: string, sol: number) =>
  server.db.transaction((tx) =>
    post(tx, giftOf(`once-${(gifts += 1)}`, wallet, lamports(BigInt(sol * 1e9)))),
  );

/** A signed-in player with 1 SOL on the balance. */
async function newPlayer(wallet = newWallet()): Promise<BrowserSession> {
  const player = newBrowser(server.url, wallet);
  await player.signIn();
  await give(player.address, 1);
  return player;
}

/** The same session at the other server. */
function atOther(player: BrowserSession): BrowserSession {
  const session = newBrowser(other.url, player.wallet);
  for (const [name, value] of player.cookies) session.cookies.set(name, value);
  return session;
}

const withdraw = (player: BrowserSession, amount: unknown, key?: string) =>
  player.call("POST", "/api/wallet/withdraw", {
    body: { amount },
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });

const setLeast = (value: string) =>
  server.db.transaction((tx) =>
    writeSetting(tx, { key: "min_withdrawal_sol", value, by: null, at: new Date(server.clock.now()) }),
  );

async function paymentsOf({ address }: BrowserSession): Promise<number> {
  const [row] = await server.db
    .select({ count: count() })
    .from(payments)
    .where(and(eq(payments.wallet, address), eq(payments.kind, "withdrawal")));
  return row?.count ?? 0;
}

describe("a request with an idempotency key", () => {
  it("IDEM-2 sent six times at once and once more later is one payment with one answer", async () => {
    const player = await newPlayer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(player, 0.1, "six")));
    answers.push(await withdraw(player, "0.10", "six"));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 201, body: { success: true, withdrawal: { amount: 0.1 } } });
    expect(await paymentsOf(player)).toBe(1);
    expect((await withdraw(player, 0.1, "seven")).status).toBe(201);
    expect(await paymentsOf(player)).toBe(2);
  });

  it("IDEM-2 with other content is a conflict, also while the first runs, and has no effect", async () => {
    const player = await newPlayer();
    const answers = await Promise.all([withdraw(player, 0.1, "mine"), withdraw(player, 0.2, "mine")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("IDEMPOTENCY_CONFLICT");
    expect((await withdraw(player, 0.3, "mine")).body.code).toBe("IDEMPOTENCY_CONFLICT");
    expect(await paymentsOf(player)).toBe(1);
  });

  it("IDEM-2 of another wallet, or for another call, is another key", async () => {
    const [player, rival] = [await newPlayer(), await newPlayer()];
    const own = await withdraw(player, 0.1, "shared");
    const rivals = await withdraw(rival, 0.1, "shared");
    expect(rivals.status).toBe(201);
    expect(rivals.body.withdrawal.id).not.toBe(own.body.withdrawal.id);
    expect(rivals.body.withdrawal.destination_address).toBe(rival.address);
    await server.db.insert(idempotencyKeys).values({
      wallet: player.address,
      call: "confirmBet",
      key: "shared-by-calls",
      content: "of another request",
      createdAt: new Date(server.clock.now()),
    });
    expect((await withdraw(player, 0.1, "shared-by-calls")).status).toBe(201);
  });

  it("IDEM-3 that was refused without effect is free again", async () => {
    const player = await newPlayer();
    expect((await withdraw(player, 1.5, "later")).body.code).toBe("INSUFFICIENT_BALANCE");
    expect((await withdraw(player, 0, "later")).status).toBe(400);
    await give(player.address, 1);
    expect((await withdraw(player, 1.5, "later")).status).toBe(201);
    expect((await withdraw(player, 1.5, "later")).status).toBe(201);
    expect(await paymentsOf(player)).toBe(1);
  });

  it("IDEM-2 whose answer failed after its effect is answered by the next attempt, and pays once", async () => {
    const player = await newPlayer();
    afterEffect.run = () => Promise.reject(new Error("The process fails here"));
    expect((await withdraw(atOther(player), 0.1, "lost")).status).toBe(500);
    expect(await paymentsOf(player)).toBe(1);
    const again = await withdraw(player, 0.1, "lost");
    expect(again).toMatchObject({ status: 201, body: { withdrawal: { amount: 0.1, status: "pending" } } });
    expect((await withdraw(player, 0.1, "lost")).text).toBe(again.text);
    expect((await withdraw(player, 0.2, "lost")).body.code).toBe("IDEMPOTENCY_CONFLICT");
    expect(await paymentsOf(player)).toBe(1);
  });

  it("IDEM-2 that runs on one server and comes to another meanwhile is one payment with one answer", async () => {
    const player = await newPlayer();
    let answered = () => {};
    afterEffect.run = () => new Promise<void>((resolve) => (answered = resolve));
    const first = withdraw(atOther(player), 0.1, "two-servers");
    await expect.poll(() => paymentsOf(player)).toBe(1);
    const second = await withdraw(player, 0.1, "two-servers");
    answered();
    expect(second.status).toBe(201);
    expect((await first).text).toBe(second.text);
    expect(await paymentsOf(player)).toBe(1);
  });

  it("IDEM-2 that another server has carried out is answered alike, also when it would be refused by now", async () => {
    const player = await newPlayer();
    let answered = () => {};
    afterEffect.run = () => new Promise<void>((resolve) => (answered = resolve));
    const first = withdraw(atOther(player), 0.1, "raised");
    await expect.poll(() => paymentsOf(player)).toBe(1);
    await setLeast("0.5");
    try {
      const second = await withdraw(player, 0.1, "raised");
      answered();
      expect(second.status).toBe(201);
      expect(second.text).toBe((await first).text);
    } finally {
      await setLeast("0.01");
    }
  });
});

describe("an idempotency key", () => {
  const keyed = (player: BrowserSession, header: string | undefined, field: unknown) =>
    player.call("POST", "/api/wallet/withdraw", {
      body: { amount: 0.01, ...(field !== undefined && { idempotencyKey: field }) },
      ...(header !== undefined && { headers: { "idempotency-key": header } }),
    });

  it("IDEM-1 is 1 to 64 visible ASCII characters, in the header or the body, and the same in both", async () => {
    const player = await newPlayer();
    const long = "k".repeat(65);
    for (const header of [long, "", "two words", "a, b"])
      expect((await keyed(player, header, undefined)).body).toMatchObject({
        code: "INVALID_INPUT",
        field: "Idempotency-Key",
      });
    for (const field of [long, "", "schön", "two words", 7, {}, ["a"]])
      expect((await keyed(player, undefined, field)).body).toMatchObject({
        code: "INVALID_INPUT",
        field: "idempotencyKey",
      });
    expect((await keyed(player, "one", "other")).body).toMatchObject({ field: "idempotencyKey" });
    expect(await paymentsOf(player)).toBe(0);
    const first = await keyed(player, "k".repeat(64), null);
    expect(first.status).toBe(201);
    for (const again of [
      await keyed(player, undefined, "k".repeat(64)),
      await keyed(player, "k".repeat(64), "k".repeat(64)),
    ])
      expect(again.text).toBe(first.text);
    expect(await paymentsOf(player)).toBe(1);
  });

  it("IDEM-1 is read only of a caller who may call: session, role, step-up and ban come first", async () => {
    const player = await newPlayer();
    expect((await withdraw(newBrowser(server.url), 0.1, "k".repeat(65))).status).toBe(401);
    const headers = { "idempotency-key": "k".repeat(65) };
    const refund = { adminWallet: player.address, raceId: "r1" };
    const asPlayer = await player.call("POST", "/api/admin/refund-race", { body: refund, headers });
    expect(asPlayer.status).toBe(403);
    const chief = newBrowser(server.url, admin, { confirms: false });
    await chief.signIn();
    const balance = {
      adminWallet: chief.address,
      walletAddress: player.address,
      expectedBalance: 1,
      newBalance: 2,
    };
    const unraised = await chief.call("POST", "/api/admin/balance", { body: balance, headers });
    expect(unraised.body.code).toBe("STEP_UP_REQUIRED");
    const now = server.clock.now();
    await server.db.insert(restrictions).values({
      id: "ban-1",
      wallet: player.address,
      kind: "ban",
      imposedBy: admin.address,
      imposedAt: new Date(now),
      until: new Date(now + 3_600_000),
    });
    const bet = { walletAddress: player.address, horseId: 1, amount: 0.1 };
    const banned = await player.call("POST", "/api/races/r1/bet/prepare", { body: bet, headers });
    expect(banned.body.code).toBe("BANNED");
  });

  it("IDEM-4 is deleted after 24 hours", async () => {
    const player = await newPlayer();
    expect((await withdraw(player, 0.1, "daily")).status).toBe(201);
    await server.clock.advance(DAY_MS - 1);
    await deleteOldKeys(server);
    expect((await withdraw(player, 0.1, "daily")).status).toBe(201);
    expect(await paymentsOf(player)).toBe(1);
    await server.clock.advance(1);
    await deleteOldKeys(server);
    expect((await withdraw(player, 0.1, "daily")).status).toBe(201);
    expect(await paymentsOf(player)).toBe(2);
  });

  it("IDEM-4 is one of at most 2,000 of its wallet and call, whatever the wallet's other calls stored", async () => {
    const player = await newPlayer();
    const storeKeys = (call: string, from: number) =>
      server.db.execute(
        sql`insert into ${idempotencyKeys} (wallet, call, key, content, created_at)
            select ${player.address}, ${call}, 'n' || n, '', ${new Date(server.clock.now()).toISOString()}::timestamptz
              from generate_series(${from}::int, 2000) as n`,
      );
    for (const call of ["prepareDeposit", "prepareBet", "confirmBet"]) await storeKeys(call, 1);
    const first = await withdraw(player, 0.1, "first");
    expect(first.status).toBe(201);
    await storeKeys("withdraw", 2);
    const full = await withdraw(player, 0.1, "one-more");
    expect([full.status, full.body.code]).toEqual([429, "IDEMPOTENCY_KEYS_FULL"]);
    expect((await withdraw(player, 0.1, "first")).text).toBe(first.text);
    expect((await withdraw(player, 0.1)).status).toBe(201);
    expect(await paymentsOf(player)).toBe(2);
  });

  it("IDEM-1 belongs to the content without the master password, which is not stored either", () => {
    const { transferManually } = houseWallets;
    const contentWith = (masterPassword: string, amount: bigint) =>
      contentOf(transferManually, {
        params: {},
        query: {},
        body: {
          adminWallet: admin.address,
          masterPassword,
          playerWallet: newWalletAddress,
          amount: lamports(amount),
          reason: null,
        },
      } as never);
    expect(contentWith("one password", 5_000_000n)).toBe(contentWith("another password", 5_000_000n));
    expect(contentWith("one password", 5_000_000n)).not.toBe(contentWith("one password", 6_000_000n));
  });
});

const newWalletAddress = newWallet().address;
