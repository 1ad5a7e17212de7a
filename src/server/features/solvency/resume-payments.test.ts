import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { masterPassword, openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { toldRules } from "../../../../tests/support/rules.ts";
import { posting } from "../../../domain/ledger.ts";
import { post } from "../../foundation/books/ledger.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { type Chain, ChainUnavailable } from "../../foundation/ports.ts";
import { readHaltReason, writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { reconciler } from "./reconcile.ts";
import { resumePayments } from "./resume-payments.ts";
import { sendPayments } from "../payouts/send-payments.ts";

const node = { isDown: false };
const watched = (chain: Chain): Chain => ({
  ...chain,
  slot: async () => {
    if (node.isDown) throw new ChainUnavailable("down");
    return chain.slot();
  },
});

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({ wrap: watched });
});
afterAll(() => house.close());

const ports = () => ({ ...house, readDeposits: () => house.watch() });
const resume = (reason: string | null = null, password = masterPassword) =>
  resumePayments(ports(), { masterPassword: password, reason, by: "admin-wallet" });
const halt = () =>
  house.db.transaction((tx) => writeHaltReason(tx, "Books and chain differ", new Date(house.clock.now())));
let audits = 0;
/** The rows since the test began. */
const audited = async () => (await house.db.select().from(auditLog).orderBy(auditLog.id)).slice(audits);

let differences = 0;
/** Makes the books say less than the chain holds (positive), or more (negative). */
const differ = (lamports: bigint) =>
  house.db.transaction((tx) =>
    post(
      tx,
      posting({
        reference: `difference-${(differences += 1)}`,
        kind: "difference explained",
        ledger: "real",
        entries: [
          [`chain:deposit:${house.address.deposit}`, lamports],
          ["equity", 0n - lamports],
        ],
      }),
    ),
  );

describe("resuming payments", () => {
  beforeEach(async () => {
    await halt();
    audits = (await house.db.select().from(auditLog)).length;
  });

  it("MONEY-20 an admin resumes them when books and chain agree, and an audit row says so", async () => {
    expect(await resume()).toEqual({ ok: true });
    expect(await readHaltReason(house.db)).toBeNull();
    expect(await audited()).toMatchObject([
      {
        actor: "admin-wallet",
        action: "payments.resume",
        detail: { halted: "Books and chain differ", difference: "0" },
        reason: null,
      },
    ]);
    expect((await toldRules(house.db)).at(-1)).toMatchObject({
      kind: "resume",
      difference: "0",
      reason: null,
    });
  });

  it("MONEY-20 without the master password nothing happens", async () => {
    expect(await resume("it is fine", "Wrong horse battery 1!")).toMatchObject({
      ok: false,
      code: "MASTER_PASSWORD_WRONG",
    });
    expect(await readHaltReason(house.db)).not.toBeNull();
    expect(await audited()).toEqual([]);
    await house.clock.advance(60_000);
  });

  it.each([null, "", "   "])(
    "MONEY-20 a difference without an explanation (%j) keeps them halted",
    async (reason) => {
      await differ(11n);
      expect(await resume(reason)).toMatchObject({ ok: false, code: "BOOKS_DIFFER", field: "reason" });
      expect(await readHaltReason(house.db)).not.toBeNull();
      await differ(-11n);
    },
  );

  it.each([
    ["less", 0n - sol(0.3)],
    ["more", sol(0.2)],
  ])(
    "MONEY-20 RULELOG-2 the chain holds %s: explained, equity takes it, and a next difference halts anew",
    async (_what, difference) => {
      const step = reconciler({ ...ports(), adminWallets: async () => [] });
      const players = await house.balance("user:somebody");
      const before = await house.balance("equity");
      await differ(difference);
      expect(await resume("a transfer made by hand")).toEqual({ ok: true });
      expect(await house.balance("equity")).toBe(before);
      expect(await house.balance("user:somebody")).toBe(players);
      expect(await audited()).toMatchObject([
        { detail: { difference: difference.toString() }, reason: "a transfer made by hand" },
      ]);
      expect((await toldRules(house.db)).at(-1)).toMatchObject({
        kind: "resume",
        difference: difference.toString(),
        reason: "a transfer made by hand",
      });
      await house.checkSolvency();
      await house.checkBooks();
      for (let round = 0; round < 3; round += 1) await step();
      expect(await readHaltReason(house.db)).toBeNull();
      await differ(1n);
      for (let round = 0; round < 3; round += 1) await step();
      expect(await readHaltReason(house.db)).not.toBeNull();
      await differ(-1n);
    },
  );

  it("MONEY-20 a loss that house equity cannot bear is players' money and cannot be explained away", async () => {
    const equity = await house.balance("equity");
    await house.db.transaction((tx) =>
      post(
        tx,
        posting({
          reference: "owed",
          kind: "difference explained",
          ledger: "real",
          entries: [
            ["equity", 0n - equity],
            ["user:somebody", equity],
          ],
        }),
      ),
    );
    await house.db.transaction((tx) =>
      post(
        tx,
        posting({
          reference: "gone",
          kind: "difference explained",
          ledger: "real",
          entries: [
            [`chain:deposit:${house.address.deposit}`, -1n],
            ["user:somebody", 1n],
          ],
        }),
      ),
    );
    expect(await resume("lost")).toMatchObject({ ok: false, code: "EQUITY_TOO_LOW" });
    expect(await readHaltReason(house.db)).not.toBeNull();
    await house.db.transaction((tx) =>
      post(
        tx,
        posting({
          reference: "back",
          kind: "difference explained",
          ledger: "real",
          entries: [
            [`chain:deposit:${house.address.deposit}`, 1n],
            ["user:somebody", -1n - equity],
            ["equity", equity],
          ],
        }),
      ),
    );
  });

  it("MONEY-20 a chain that does not answer proves nothing", async () => {
    node.isDown = true;
    expect(await resume("fine")).toMatchObject({ ok: false, code: "CHAIN_UNAVAILABLE" });
    node.isDown = false;
    expect(await readHaltReason(house.db)).not.toBeNull();
  });

  it("MONEY-20 two admins resume at the same moment: one row, one booking", async () => {
    await differ(-5n);
    const answers = await Promise.all([resume("a"), resume("b")]);
    expect(answers).toEqual([{ ok: true }, { ok: true }]);
    expect(await audited()).toHaveLength(1);
    await house.checkSolvency();
  });

  it("MONEY-20 a payment waits while they are halted and leaves once they are resumed", async () => {
    const to = (await house.testChain.newKeypair()).address;
    await house.db.transaction(async (tx) => {
      await queuePayment(tx, {
        id: "p-1",
        kind: "manual",
        source: "hot",
        destination: to,
        lamports: sol(0.5),
        createdAt: new Date(house.clock.now()),
      });
    });
    await sendPayments(house);
    await house.testChain.advanceSlots(2);
    expect(await house.chain.balance(to)).toBe(0n);
    expect(await resume()).toEqual({ ok: true });
    await sendPayments(house);
    await house.testChain.advanceSlots();
    await sendPayments(house);
    expect(await house.chain.balance(to)).toBe(sol(0.5));
    await house.checkSolvency();
  });
});
