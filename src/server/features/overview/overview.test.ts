import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";
import { lamports } from "../../../domain/lamports.ts";
import { writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { acquireLease } from "../../foundation/db/lease.ts";
import { ENGINE_LEASE } from "../../foundation/leadership.ts";
import { sendPayments } from "../payouts/send-payments.ts";
import { readSolvency } from "../solvency/read-solvency.ts";
import { readOverview } from "./read-overview.ts";

describe("over the wire", () => {
  const panel = useAdminPanel();

  it("is told to an admin alone, also while chain, leader and house wallets are missing", async () => {
    const { status, body } = await panel.admin.call("GET", "/api/admin/overview");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      race: null,
      house: "locked",
      hasLeader: false,
      chain: null,
      reconciliation: null,
    });
    const codes = body.problems.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(["HOUSE_LOCKED", "NO_LEADER", "CHAIN_SILENT", "NO_RACE", "BONUS_REFILLING"]);
    const player = await panel.newPlayer();
    expect((await player.call("GET", "/api/admin/overview")).status).toBe(403);
  });
});

describe("of a house with money", () => {
  let house: TestHouse;
  beforeAll(async () => {
    house = await openTestHouse();
    await acquireLease(house.db, { name: ENGINE_LEASE.name, holder: "one", ttlMs: 600_000 });
  });
  afterAll(() => house.close());

  let isRedisSilent = false;
  const read = (isUnlocked = true) =>
    readOverview({
      ...house,
      isRedisSilent: () => isRedisSilent,
      isHouseUnlocked: () => isUnlocked,
      latestSolvency: () => readSolvency({ ...house, readDeposits: () => house.watch() }),
      reserve: { wallet: lamports(890_880n), fee: lamports(5_000n) },
    });
  const codes = async (...terms: Parameters<typeof read>) =>
    (await read(...terms)).problems.map(({ code }) => code);
  let queued = 0;
  const queue = (amount: number) =>
    house.db.transaction((tx) =>
      queuePayment(tx, {
        id: `manual-${(queued += 1)}`,
        kind: "manual",
        source: "hot",
        destination: house.address.treasury,
        lamports: sol(amount),
        createdAt: new Date(house.clock.now()),
      }),
    );

  it("tells the race, the money and what a payment waits for", async () => {
    const raceId = await house.openRace();
    expect(await read()).toMatchObject({
      race: { id: raceId, status: "pending", totalPool: 0n, betCount: 0, testing: false },
      house: "unlocked",
      hasLeader: true,
      waitingPayments: [],
      reconciliation: { difference: 0n, liabilities: 0n, hotWallet: sol(10) },
      equity: sol(30),
      bonusFund: 0n,
    });
    expect(await codes()).toEqual(["BONUS_REFILLING"]);
    await queue(1);
    const waiting = async (isUnlocked = true) => (await read(isUnlocked)).waitingPayments;
    expect(await waiting()).toMatchObject([{ kind: "manual", why: "queued", count: 1, amount: sol(1) }]);
    expect(await waiting(false)).toMatchObject([{ why: "locked" }]);
    expect(await codes(false)).toEqual(["HOUSE_LOCKED", "BONUS_REFILLING"]);
    const halt = (reason: string | null) =>
      house.db.transaction((tx) => writeHaltReason(tx, reason, new Date(house.clock.now())));
    await halt("differ");
    expect(await waiting()).toMatchObject([{ why: "halted" }]);
    expect(await codes()).toContain("PAYMENTS_HALTED");
    await halt(null);
    await sendPayments(house);
    expect(await waiting()).toMatchObject([{ why: "confirming" }]);
    await house.testChain.advanceSlots();
    await sendPayments(house);
    expect(await waiting()).toEqual([]);
    await house.closeRace(raceId);
  });

  it("a race that takes no bets, since its commitment is not anchored, is no open one after a minute", async () => {
    const raceId = await house.openRace();
    const openedAt = new Date(house.clock.now());
    const setOpening = (bettingOpensAt: Date | null) =>
      house.db.update(races).set({ bettingOpensAt }).where(eq(races.id, raceId));
    await setOpening(null);
    expect(await codes()).not.toContain("NO_RACE");
    await house.clock.advance(2 * 60_000);
    const idle = (await read()).problems.find(({ code }) => code === "NO_RACE");
    expect(idle?.params.since).toEqual(openedAt);
    await setOpening(openedAt);
    expect(await codes()).not.toContain("NO_RACE");
    await house.closeRace(raceId);
  });

  it("more is to be paid than hot and deposit wallets hold together", async () => {
    await queue(12);
    // The deposits are swept into the hot wallet automatically.
    expect((await read()).waitingPayments).toMatchObject([{ why: "hot-wallet-short" }]);
    expect(await codes()).not.toContain("HOT_WALLET_SHORT");
    await queue(10);
    expect((await read()).problems).toContainEqual(
      expect.objectContaining({ code: "HOT_WALLET_SHORT", severity: "error" }),
    );
  });

  it("a race that is over and not settled is named after five minutes", async () => {
    await house.openRace();
    const before = await codes();
    expect(before).not.toContain("RACE_STUCK");
    await house.clock.advance(6 * 60_000);
    const stuck = (await read()).problems.find(({ code }) => code === "RACE_STUCK");
    expect(stuck?.params.raceId).toBe("r-1");
  });
});
