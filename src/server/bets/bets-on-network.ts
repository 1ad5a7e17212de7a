import { sql } from "drizzle-orm";
import { depositCursors } from "../db/schema/bets.ts";
import { rowsOf } from "../db/database.ts";
import { countedObstacle, type NetworkPart } from "../network-part.ts";

/**
 * No player may be about to pay (rule LIMITS-14). What arrives in the house's wallets on a chain after it was left is
 * not counted at the time. It is counted when the network is changed back, because the wallets' histories are then read
 * from their beginnings.
 */
export const betsOnNetwork: NetworkPart = {
  async findObstacles(tx) {
    const [open] = await rowsOf<{ prepared: number; arriving: number }>(
      tx,
      sql`select (select count(*) from bets where status = 'prepared')::int as prepared,
                 (select count(*) from deposits where finalized_at is null and outcome <> 'void')::int as arriving`,
    );
    return [
      ...countedObstacle(open?.prepared ?? 0, "bet may still be paid", "bets may still be paid"),
      ...countedObstacle(
        open?.arriving ?? 0,
        "payment to the house is not final",
        "payments to the house are not final",
      ),
    ];
  },

  async leave(tx) {
    await tx.delete(depositCursors);
  },
};
