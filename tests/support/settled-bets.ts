import { eq } from "drizzle-orm";
import { lamports } from "../../src/domain/lamports.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { bets } from "../../src/server/foundation/db/schema/bets.ts";
import { raceHorses, races } from "../../src/server/foundation/db/schema/races.ts";
import type { Clock } from "../../src/server/foundation/ports.ts";

type Row = typeof bets.$inferInsert;
export type BetFacts = Partial<Pick<Row, "stake" | "result" | "payout" | "ledger" | "status" | "settledAt">>;

let inserted = 0;

/**
 * Inserts bets as they are after their settlement, each in a separate race, since a player has one bet per race;
 * returns their ids.
 */
export async function insertSettledBets(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> },
  wallet: string,
  facts: readonly BetFacts[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  const at = new Date(clock.now());
  for (const { stake = lamports(1n), result = null, payout = null, settledAt = at, ...fact } of facts) {
    inserted += 1;
    const raceId = `settled-${inserted}`;
    await db.insert(races).values({
      id: raceId,
      number: 1_000 + inserted,
      status: "completed",
      raceType: "classic",
      ledger: "real",
      settings: {},
      log: "0".repeat(16),
      commitIndex: 1,
      jackpot: lamports(0n),
      outcomeEntropy: "beacon",
      seedChainId: 1,
      seedIndex: 1_000 + inserted,
      serverSeedHash: "",
      nonce: "n",
      createdAt: at,
    });
    const horse = { raceId, number: 1, horseId: 1, name: "Thunder Bolt", color: "#D7263D" };
    await db.insert(raceHorses).values(horse);
    const id = `bet-${inserted}`;
    ids.push(id);
    const bet = {
      id,
      raceId,
      wallet,
      horseNumber: 1,
      horseId: 1,
      ledger: "real",
      status: "confirmed",
      salt: "5a".repeat(32),
    } as const;
    await db.insert(bets).values({ ...bet, preparedAt: at, stake, ...fact });
    // A settlement is an update, which the stored totals follow.
    if (result !== null) await db.update(bets).set({ result, payout, settledAt }).where(eq(bets.id, id));
  }
  return ids;
}
