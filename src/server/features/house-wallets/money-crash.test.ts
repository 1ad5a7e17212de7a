import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { faultLine, faulty } from "../../../../tests/support/faults.ts";
import { openHousePanel } from "../../../../tests/support/house-panel.ts";
import { masterPassword, sol } from "../../../../tests/support/house.ts";
import { noSignature } from "../../../../tests/support/approval-ports.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import type { HouseRequest } from "../../../contract/approvals/approvals.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { approveRequest } from "../approvals/decide-approval.ts";
import { performOrAsk } from "../approvals/perform-or-ask.ts";
import { readHaltReason, writeHaltReason } from "../../foundation/books/payment-halt.ts";
import type { Db } from "../../foundation/db/database.ts";
import { approvals } from "../../foundation/db/schema/approvals.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { openPayouts } from "../payouts/open-payouts.ts";
import { changeBalanceAction } from "../players/set-balance.ts";
import type { Chain } from "../../foundation/ports.ts";
import { resumePayments } from "../solvency/resume-payments.ts";
import { addWallets } from "./add-wallets.ts";
import { refillWithPassword, transferWithPassword } from "./pay-with-password.ts";
import { sweepHouse } from "./sweep-house.ts";
import { manualTransferAction } from "./transfer-manually.ts";
import { processWithdrawals } from "./withdrawals.ts";

const opened = await openHousePanel();
const { house, admin, approving, finish, newWallet, onChain, credit, queueWithdrawal } = opened;
const { db, clock, testChain, vault } = house;
const by = admin.wallet;

/** What a process sees of the world; calls that break it throw. */
interface Process {
  readonly db: Db;
  readonly chain: Chain;
}

interface Operation {
  /** Prepares what the operation needs. */
  readonly prepare: () => Promise<{
    readonly act: (on: Process) => Promise<unknown>;
    /** Called once every payment is final: fails unless it was done once or not at all, together with its audit row. */
    readonly check: () => Promise<void>;
  }>;
}

const auditsOf = async (action: string, subject?: string) =>
  db
    .select()
    .from(auditLog)
    .where(
      and(eq(auditLog.action, action), subject === undefined ? undefined : eq(auditLog.subject, subject)),
    );

const portsOn = (on: Process) => {
  const ports = { ...house, ...on, ...approving };
  const payouts = openPayouts(ports);
  return { ...ports, ...payouts, performOrAsk: performOrAsk(ports) };
};

const operations: Readonly<Record<string, Operation>> = {
  "a manual transfer": {
    async prepare() {
      const playerWallet = await newWallet();
      const request = { playerWallet, amount: sol(0.25) };
      return {
        act: (on) =>
          transferWithPassword(portsOn(on), {
            masterPassword,
            request,
            reason: "a gift",
            by,
          }),
        async check() {
          const audited = (await auditsOf("house.transfer", playerWallet)).length;
          expect(audited).toBeLessThanOrEqual(1);
          expect(await onChain(playerWallet)).toBe(BigInt(audited) * sol(0.25));
        },
      };
    },
  },
  "a refill of the hot wallet": {
    async prepare() {
      const { treasury } = house.address;
      const [balance, audited] = [await onChain(treasury), (await auditsOf("house.refill")).length];
      return {
        act: (on) =>
          refillWithPassword(portsOn(on), {
            masterPassword,
            amount: sol(0.01),
            reason: "for payouts",
            by,
          }),
        async check() {
          const times = (await auditsOf("house.refill")).length - audited;
          expect(times).toBeLessThanOrEqual(1);
          expect(balance - (await onChain(treasury))).toBe(BigInt(times) * (sol(0.01) + 5_000n));
        },
      };
    },
  },
  "a sweep": {
    async prepare() {
      const funder = await house.newPlayer(sol(5));
      for (const address of await vault.addresses("deposit"))
        await testChain.sendTransfer(funder, address, sol(0.5));
      await testChain.advanceSlots();
      await house.watch();
      return {
        act: (on) => sweepHouse(portsOn(on), { masterPassword, minAmount: sol(0.1), by }),
        async check() {
          const swept = await db
            .select({ id: payments.id })
            .from(payments)
            .where(and(eq(payments.kind, "sweep"), eq(payments.reason, `Swept by ${by}`)));
          const audited = (await auditsOf("house.sweep")).flatMap(({ subject }) => subject ?? []);
          expect(audited.toSorted()).toEqual(swept.map(({ id }) => id).toSorted());
        },
      };
    },
  },
  "processed withdrawals": {
    async prepare() {
      vault.lock();
      const queued = [await queueWithdrawal(sol(0.2)), await queueWithdrawal(sol(0.1))];
      return {
        act: (on) => processWithdrawals(portsOn(on), { masterPassword, batchSize: 10, by }),
        async check() {
          for (const { wallet, amount } of queued) {
            expect(await onChain(wallet)).toBe(amount);
            expect(await house.balance(userAccount(wallet))).toBe(0n);
          }
        },
      };
    },
  },
  "an approved request": {
    async prepare() {
      const playerWallet = await newWallet();
      const request = { playerWallet, amount: sol(0.05) };
      await opened.setSecondAdminAbove("0");
      const outcome = await performOrAsk({ ...house, ...approving })(manualTransferAction(house), {
        request,
        by,
        reason: "a gift",
      });
      await opened.setSecondAdminAbove("10");
      const id = outcome.ok ? (outcome.value.approval?.id ?? "") : "";
      return {
        act: (on) =>
          approveRequest(
            { ...portsOn(on), actions: { "manual-transfer": manualTransferAction(portsOn(on)) } },
            { id, by: "second-admin", reason: null, signature: noSignature },
          ),
        async check() {
          const [approval] = await db.select().from(approvals).where(eq(approvals.id, id));
          const times = approval?.status === "approved" ? 1 : 0;
          expect(await onChain(playerWallet)).toBe(BigInt(times) * sol(0.05));
          expect(await auditsOf("approval.approve", id)).toHaveLength(times);
        },
      };
    },
  },
  "a balance that is set": {
    async prepare() {
      const { address: walletAddress } = await house.newPlayer(0n);
      await credit(walletAddress, sol(0.1));
      const request: HouseRequest<"balance"> = {
        walletAddress,
        change: signedLamports(sol(0.2)),
      };
      return {
        act: (on) =>
          portsOn(on).performOrAsk(changeBalanceAction(portsOn(on), sol(0.1)), {
            request,
            by,
            reason: "a mistake",
          }),
        async check() {
          const audited = (await auditsOf("player.balance", walletAddress)).length;
          expect(audited).toBeLessThanOrEqual(1);
          expect(await house.balance(userAccount(walletAddress))).toBe(audited === 1 ? sol(0.3) : sol(0.1));
        },
      };
    },
  },
  "a resumption of payments": {
    async prepare() {
      await db.transaction((tx) => writeHaltReason(tx, "for a test", new Date(clock.now())));
      const audited = (await auditsOf("payments.resume")).length;
      return {
        act: (on) =>
          resumePayments(
            { ...portsOn(on), readDeposits: () => house.watch() },
            { masterPassword, reason: "it was looked at", by },
          ),
        async check() {
          const times = (await auditsOf("payments.resume")).length - audited;
          expect((await readHaltReason(db)) === null).toBe(times === 1);
          await db.transaction((tx) => writeHaltReason(tx, null, new Date(clock.now())));
        },
      };
    },
  },
};

it.each(Object.keys(operations))(
  "LIMITS-8 MONEY-11 MONEY-27 HOUSE-4 HOUSE-6 APPROVALS-2 %s, killed at each call of database and chain, is done once with its audit row or not at all",
  async (name) => {
    if (name === "a sweep") await addWallets(house, { masterPassword, kind: "deposit", count: 1, by });
    let kills = 0;
    for (let isOver = false; !isOver; kills += 1) {
      // An earlier sweep, transfer or wrong password delays the next attempt.
      await clock.advance(3_600_000);
      const { act, check } = await operations[name]!.prepare();
      const line = faultLine(kills + 1);
      await act({ db: faulty(db, line), chain: line.ports(house.chain) }).catch((error: unknown) => {
        if (!line.isBroken) throw error;
      });
      isOver = !line.isBroken;
      if (!vault.isUnlocked()) await vault.unlock(masterPassword, "system");
      await finish();
      await check();
    }
    // It was also killed in the middle.
    expect(kills).toBeGreaterThan(4);
    await house.checkBooks();
    await house.checkSolvency();
  },
);
