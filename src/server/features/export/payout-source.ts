import { sql } from "drizzle-orm";
import type { payoutOutcomes } from "../../../contract/export/export-records.ts";
import { rowsOf } from "../../foundation/db/database.ts";
import { lastRecordedRace } from "./race-source.ts";
import type { RecordSource } from "./record-source.ts";

/** Written with a few statements of some milliseconds each. */
const PAYOUTS_AT_ONCE = 50;

interface EndedPayout extends Record<string, unknown> {
  readonly id: string;
  readonly race_id: string;
  readonly bet_id: string;
  readonly lamports: bigint;
  /** Null, like the signature, for players who hide their figures. */
  readonly wallet: string | null;
  readonly signature: string | null;
  readonly outcome: (typeof payoutOutcomes)[number];
}

/**
 * Each payout of winnings that has ended, after the record of its race (rules EXPORT-3 and EXPORT-4). One that was not
 * sent is on the player's balance.
 */
export const payoutSource: RecordSource = {
  name: "payout",
  async readNext(db) {
    const rows = await rowsOf<EndedPayout>(
      db,
      sql`select payment.id, payment.race_id, payment.bet_id, payment.lamports,
                 case when not coalesce(player.hides_figures, false) then payment.wallet end as wallet,
                 case when payment.status = 'completed' and not coalesce(player.hides_figures, false)
                      then payment.signature end as signature,
                 case when payment.status = 'completed' then 'paid' else 'kept' end as outcome
            from export_ended_payouts as ended
            join payments as payment on payment.id = ended.payment_id
            join races as race on race.id = payment.race_id
            left join users as player on player.wallet = payment.wallet
           where race.number <= ${await lastRecordedRace(db)}
           order by ended.id
           limit ${PAYOUTS_AT_ONCE}`,
    );
    if (rows.length === 0) return null;
    const ids = sql.param(rows.map(({ id }) => id));
    return {
      lines: rows.map(({ id, race_id: race, bet_id: bet, lamports, wallet, signature, outcome }) => ({
        key: `payout:${id}`,
        line: {
          kind: "payout" as const,
          race,
          bet,
          payment: id,
          lamports: lamports.toString(),
          wallet,
          signature,
          outcome,
        },
      })),
      async take(tx) {
        const taken = await rowsOf(
          tx,
          sql`delete from export_ended_payouts where payment_id = any(${ids}::text[]) returning payment_id`,
        );
        return taken.length === rows.length;
      },
    };
  },
};
