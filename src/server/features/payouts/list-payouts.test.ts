import { desc } from "drizzle-orm";
import { expect, it } from "vitest";
import { masterPassword } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { lamports } from "../../../domain/lamports.ts";
import { adminPayoutHandlers } from "./admin-handlers.ts";
import { writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { queueAnchor, queuePayment } from "../../foundation/books/payments.ts";
import { acquireLease } from "../../foundation/db/lease.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { ENGINE_LEASE } from "../../foundation/leadership.ts";

const { house, faults, step, finish, queue, newWallet, onChain, paymentOf } = await openPaying();
const admin = { wallet: "admin-wallet", isAdmin: true, isModerator: true, isSteppedUp: false };
const panel = adminPayoutHandlers(house);

const list = async (query: Parameters<typeof panel.listPayouts>[0]["query"] = {}) => {
  const listed = await panel.listPayouts({ params: {}, query, body: {} });
  if (!listed.ok) throw new Error(listed.code);
  return listed.value;
};
const idsIn = ({ payouts }: Awaited<ReturnType<typeof list>>) => payouts.map(({ id }) => id);
const retry = (id: string) =>
  panel.retryPayout({ params: { id }, query: {}, body: { adminWallet: admin.wallet } }, admin);

it("payments to players are found by wallet, signature and status, by pages", async () => {
  const [poor, rich] = [await newWallet(), await newWallet()];
  const tooSmall = await queue(poor, lamports(1_000n));
  const paid = await queue(rich, lamports(5_000_000n));
  await finish();
  const waiting = await queue(rich, lamports(6_000_000n));
  const all = await list();
  expect(idsIn(all).toSorted()).toEqual([tooSmall, paid, waiting].toSorted());
  expect(all).toMatchObject({ houseLocked: false, paymentsHalted: false, nextCursor: null });
  const { signature } = await paymentOf(paid);
  expect(all.payouts.find(({ id }) => id === paid)).toMatchObject({
    kind: "payout",
    user_wallet: rich,
    to_address: rich,
    amount: 5_000_000n,
    status: "completed",
    state: "completed",
    solana_tx_signature: signature,
    retry_count: 0,
  });
  expect(idsIn(await list({ status: "completed" }))).toEqual([paid]);
  expect(idsIn(await list({ status: "failed" }))).toEqual([tooSmall]);
  expect(idsIn(await list({ status: "pending" }))).toEqual([waiting]);
  expect(idsIn(await list({ wallet: poor, status: "any" }))).toEqual([tooSmall]);
  expect(idsIn(await list({ tx: signature?.slice(0, 12) }))).toEqual([paid]);
  expect(idsIn(await list({ tx: "", wallet: "", status: "" }))).toHaveLength(3);
  const first = await list({ limit: 2 });
  const rest = await list({ limit: 2, cursor: first.nextCursor ?? "" });
  expect([...idsIn(first), ...idsIn(rest)]).toEqual(idsIn(all));
  expect(await panel.listPayouts({ params: {}, query: { cursor: "x" }, body: {} })).toMatchObject({
    code: "INVALID_INPUT",
    field: "cursor",
  });
  await finish();
});

it("USERS-8 payments are found by the beginning of a player's wallet, if it is the only one", async () => {
  const wallets = [await newWallet(), await newWallet()];
  const [player = "", other = ""] = wallets;
  const createdAt = new Date(house.clock.now());
  await house.db
    .insert(users)
    .values(wallets.map((wallet, at) => ({ wallet, username: `player-${at}`, createdAt })));
  const ids = [await queue(player, lamports(4_000_000n)), await queue(other, lamports(4_000_001n))];
  expect(idsIn(await list({ wallet: player.slice(0, 8) }))).toEqual([ids[0]]);
  expect(idsIn(await list({ search: other.slice(0, 8) }))).toEqual([ids[1]]);
  expect(idsIn(await list({ wallet: "11111111" }))).toEqual([]);
  await finish();
});

it("PAYOUTS-2 a retry takes the worker's step, after it has left an audit row", async () => {
  const id = await queue(await newWallet(), lamports(7_000_000n));
  expect(await retry(id)).toMatchObject({
    ok: true,
    value: { payout: { id, status: "pending", state: "sent" } },
  });
  const [row] = await house.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({
    actor: admin.wallet,
    action: "payout.retry",
    subject: id,
    before: { id, state: "pending" },
    after: null,
  });
  await step();
  await finish();
  expect(await retry(id)).toMatchObject({ code: "PAYOUT_COMPLETED" });
  expect(await retry("no-such-payment")).toMatchObject({ code: "PAYOUT_NOT_FOUND" });
});

it("says of each payment why it waits, of those at their end nothing", async () => {
  const why = async (id: string) => (await list()).payouts.find((one) => one.id === id)?.waits_for;
  const halt = (reason: string | null) =>
    house.db.transaction((tx) => writeHaltReason(tx, reason, new Date(house.clock.now())));
  const id = await queue(await newWallet(), lamports(8_000_000n));
  expect(await why(id)).toBe("no-leader");
  const lease = { name: ENGINE_LEASE.name, holder: "test", ttlMs: 3_600_000 };
  await acquireLease(house.db, lease);
  expect(await why(id)).toBe("queued");
  faults.isDown = true;
  expect(await why(id)).toBe("chain-silent");
  faults.isDown = false;
  house.vault.lock();
  expect(await why(id)).toBe("locked");
  await house.vault.unlock(masterPassword, "system");
  await halt("difference");
  expect(await why(id)).toBe("halted");
  await halt(null);

  // Too much for the hot wallet; a smaller one behind it goes ahead.
  const hot = await onChain(house.address.hot);
  await house.clock.advance(1);
  const large = await queue(await newWallet(), lamports(hot));
  await house.clock.advance(1);
  const small = await queue(await newWallet(), lamports(9_000_000n));
  expect([await why(id), await why(large), await why(small)]).toEqual([
    "queued",
    "hot-wallet-short",
    "queued",
  ]);
  const { value } = (await retry(id)) as { value: { payout: unknown } };
  expect(value.payout).toMatchObject({ id, waits_for: "confirming" });
  await step();
  expect([await why(large), await why(small)]).toEqual(["hot-wallet-short", "confirming"]);
  faults.isDown = true;
  await step();
  expect(await why(small)).toBe("unknown");
  faults.isDown = false;
  const player = await house.newPlayer(lamports(hot + 2_000_000_000n));
  await house.testChain.sendTransfer(player, house.address.deposit, lamports(hot + 1_000_000_000n));
  await house.testChain.advanceSlots();
  await house.watch();
  await finish();
  expect([await why(id), await why(large), await why(small)]).toEqual([null, null, null]);
});

it("the house's own payments are listed by kind, and are not retried by an admin", async () => {
  const at = new Date(house.clock.now());
  const memo = { id: "commit-listed", memo: "listed", createdAt: at };
  const sweep = {
    id: "sweep-listed",
    kind: "sweep" as const,
    source: "deposit" as const,
    destination: house.address.hot,
    lamports: lamports(2_000_000n),
    createdAt: at,
  };
  await house.db.transaction(async (tx) => {
    await queueAnchor(tx, memo);
    await queuePayment(tx, sweep);
  });
  expect((await list({ kind: "anchor" })).payouts.find(({ id }) => id === memo.id)).toMatchObject({
    kind: "anchor",
    to_address: null,
    user_wallet: null,
    amount: 0n,
    status: "pending",
    waits_for: expect.any(String),
  });
  const query = { kind: "anchor", sort: "amount" } as const;
  const byAmount = await panel.listPayouts({ params: {}, query, body: {} });
  expect(byAmount).toMatchObject({ code: "INVALID_INPUT", field: "sort" });
  expect((await list({ kind: "sweep" })).payouts.find(({ id }) => id === sweep.id)).toMatchObject({
    kind: "sweep",
    to_address: house.address.hot,
    amount: 2_000_000n,
  });
  expect(new Set((await list({ kind: "manual" })).payouts.map(({ kind }) => kind)).size).toBeLessThan(2);
  const players = idsIn(await list({ kind: "players" }));
  expect(players).toEqual(idsIn(await list()));
  expect(players).not.toContain(memo.id);
  expect(players).not.toContain(sweep.id);
  for (const { id } of [memo, sweep]) expect(await retry(id)).toMatchObject({ code: "PAYOUT_NOT_FOUND" });
  await finish();
});

it("PAYOUTS-2 EFFECT-1 a retry that can do nothing says what the payment waits for", async () => {
  await acquireLease(house.db, { name: ENGINE_LEASE.name, holder: "test", ttlMs: 3_600_000 });
  const id = await queue(await newWallet(), lamports(5_000_000n));
  house.vault.lock();
  expect(await retry(id)).toMatchObject({
    value: { changed: false, payout: { state: "pending", waits_for: "locked", retry_count: 0 } },
  });
  await house.vault.unlock(masterPassword, "test");
  const halt = (reason: string | null) =>
    house.db.transaction((tx) => writeHaltReason(tx, reason, new Date(house.clock.now())));
  await halt("books differ");
  expect(await retry(id)).toMatchObject({ value: { changed: false, payout: { waits_for: "halted" } } });
  await halt(null);
  expect(await retry(id)).toMatchObject({ value: { changed: true, payout: { state: "sent" } } });
  await finish();
});
