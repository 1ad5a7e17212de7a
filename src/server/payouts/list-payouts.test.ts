import { desc } from "drizzle-orm";
import { expect, it } from "vitest";
import { openPaying } from "../../../tests/support/paying.ts";
import { lamports } from "../../domain/lamports.ts";
import { adminPayoutHandlers } from "./admin-handlers.ts";
import { auditLog } from "../db/schema/audit.ts";

const { house, step, finish, queue, newWallet, paymentOf } = await openPaying();
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

it("PAYOUTS-1 payments to players are found by wallet, signature and status, by pages", async () => {
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
