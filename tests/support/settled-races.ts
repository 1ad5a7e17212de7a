import { eq } from "drizzle-orm";
import { afterEach, beforeEach } from "vitest";
import { paymentCompleted } from "../../src/domain/chain-postings.ts";
import { lamports } from "../../src/domain/lamports.ts";
import { ok } from "../../src/domain/result.ts";
import { post } from "../../src/server/foundation/books/ledger.ts";
import { cancelPayment, queuePayment } from "../../src/server/foundation/books/payments.ts";
import { payments } from "../../src/server/foundation/db/schema/payments.ts";
import { users } from "../../src/server/foundation/db/schema/players.ts";
import { refundRace } from "../../src/server/features/races/settle/refund-race.ts";
import { mustBeSound } from "./books.ts";
import { type RaceRoom, SOL, admin, openRaceRoom, walletOf } from "./race-room.ts";

export const STAKES = { alice: 100_000_003n, bob: 233_333_331n, carol: 999_999_999n };
export const user = (name: string) => `user:${walletOf(name)}`;

/** A room for each test of a file, with settled races and what can happen to their money; its books must be sound afterwards. */
export function useSettledRaces() {
  let room: RaceRoom;
  beforeEach(async () => {
    room = await openRaceRoom();
    await room.fundHouse(100n * SOL);
  });
  afterEach(async () => {
    await mustBeSound(room.db);
    await room.close();
  });
  return {
    get room(): RaceRoom {
      return room;
    },
    refund: async (raceId: string, by = admin) => {
      const outcome = await refundRace(room.ports(), { raceId, reason: "Wrong", ...by });
      return outcome.ok ? ok(outcome.value.done) : outcome;
    },
    streakOf: async (name: string) => {
      const [player] = await room.db
        .select()
        .from(users)
        .where(eq(users.wallet, walletOf(name)));
      return player?.currentWinStreak;
    },
    /** Queen referred alice and carol. */
    withPlayers: async () => {
      await room.player("queen");
      await room.player("alice", { referrer: "queen", streak: 1 });
      await room.player("bob", { streak: 3 });
      await room.player("carol", { referrer: "queen", streak: 2 });
    },
    /** The first two win, the third loses. */
    settled: async ({ names = ["alice", "bob", "carol"] as const, stake = STAKES.alice } = {}) => {
      const { id } = await room.openRace();
      const { winner } = await room.outcome(id);
      const [first, second, loser] = names;
      await room.bet(id, first, { horse: winner, stake });
      await room.bet(id, second, { horse: winner, stake: STAKES.bob });
      await room.bet(id, loser, { horse: (winner % 6) + 1, stake: STAKES.carol });
      await room.runToEnd(id);
      return id;
    },
    readPayout: async (raceId: string, name: string) => {
      const [row] = await room.db
        .select()
        .from(payments)
        .where(eq(payments.id, `payout-bet-${raceId}-${name}`));
      if (!row) throw new Error("there is no payout");
      return row;
    },
    /** What the worker does once it has signed a payout. */
    markSent: async (id: string, status: "sent" | "unknown"): Promise<void> => {
      await room.db
        .update(payments)
        .set({ status, signature: `signature ${id}` })
        .where(eq(payments.id, id));
    },
    complete: (payout: typeof payments.$inferSelect) =>
      room.db.transaction(async (tx) => {
        const { id: paymentId, source, lamports: amount } = payout;
        const landed = { source: { kind: source, address: "h" }, networkFee: lamports(5_000n) };
        await post(tx, paymentCompleted({ paymentId, ...landed, lamports: amount }));
        await tx.update(payments).set({ status: "completed" }).where(eq(payments.id, paymentId));
      }),
    keepOnBalance: (payout: typeof payments.$inferSelect) =>
      room.db.transaction((tx) =>
        cancelPayment(tx, payout, {
          status: "cancelled",
          error: "too small",
          at: new Date(room.clock.now()),
        }),
      ),
    withdraw: (name: string, amount: bigint) =>
      room.db.transaction((tx) =>
        queuePayment(tx, {
          id: `withdrawal-${name}-${amount}`,
          kind: "withdrawal",
          source: "hot",
          destination: walletOf(name),
          lamports: lamports(amount),
          wallet: walletOf(name),
          createdAt: new Date(room.clock.now()),
        }),
      ),
  };
}
