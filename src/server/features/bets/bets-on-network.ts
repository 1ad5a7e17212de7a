import { sql } from "drizzle-orm";
import { depositCursors, preparedDeposits, sentPayments } from "../../foundation/db/schema/bets.ts";
import { rowsOf } from "../../foundation/db/database.ts";
import { countedObstacle, type NetworkPart } from "../../foundation/network-part.ts";

/**
 * No player may be about to pay (rule LIMITS-14). What arrives in the house's wallets on a chain after it was left is
 * not counted at the time. It is counted when the network is changed back, because the wallets' histories are then read
 * from their beginnings.
 */
export const betsOnNetwork: NetworkPart = {
  async findObstacles(tx) {
    const [open] = await rowsOf<{ prepared: number }>(
      tx,
      sql`select count(*)::int as prepared from bets where status = 'prepared'`,
    );
    return countedObstacle(open?.prepared ?? 0, "bet may still be paid", "bets may still be paid");
  },

  async leave(tx) {
    await tx.delete(depositCursors);
    await tx.delete(preparedDeposits);
    await tx.delete(sentPayments);
  },
};
