import { and, eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { signedLamports, sum, ZERO } from "../../../domain/lamports.ts";
import type { Account } from "../../../domain/ledger.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { missingEquity, reverseSettlement } from "../../../domain/reversal.ts";
import { lockBalances } from "../../books/ledger.ts";
import type { Db, Tx } from "../../db/database.ts";
import { bets } from "../../db/schema/bets.ts";
import { inTransaction } from "../../db/transaction.ts";
import { findRace, isLiveBet, lockRace, type RaceRow } from "../race-rows.ts";
import { lockMoney, readSettledBets } from "./settled-race.ts";

type Preview = Reply<Api["previewRaceRefund"]>;
type Sums = Omit<Preview, "equityAfter" | "isCovered">;

/**
 * What a refund of the whole race would come to if it were done now, by the same calculation as the refund itself (rule
 * ADMIN-28). Takes its locks for a moment and writes nothing.
 */
export async function previewRefund(
  { db }: { readonly db: Db },
  raceId: string,
): Promise<Result<Preview, "RACE_NOT_FOUND" | "RACE_REFUNDED">> {
  if ((await findRace(db, raceId)) === null) return refuse("RACE_NOT_FOUND");
  return inTransaction(db, async (tx) => {
    const row = await lockRace(tx, raceId);
    if (row.status === "refunded") return refuse("RACE_REFUNDED");
    const sums = row.settledAt === null ? await ofUnsettled(tx, row) : await ofSettled(tx, row);
    const { equity, houseCost } = sums;
    if (equity === null || houseCost === null) return ok({ ...sums, equityAfter: null, isCovered: true });
    return ok({
      ...sums,
      equityAfter: signedLamports(equity - houseCost),
      isCovered: missingEquity(equity, houseCost) === 0n,
    });
  });
}

/** An unsettled race: the stakes are still in the pool, and the jackpot comes back. */
async function ofUnsettled(tx: Tx, { id, ledger, jackpot }: RaceRow): Promise<Sums> {
  const live = await tx
    .select({ stake: bets.stake })
    .from(bets)
    .where(and(eq(bets.raceId, id), isLiveBet));
  const isReal = ledger === "real";
  const given: Account = `jackpot:${id}`;
  const held = await lockBalances<Account>(tx, ["equity", given]);
  return {
    bets: live.length,
    stakes: sum(live.map(({ stake }) => stake)),
    cancelledPayouts: ZERO,
    takenBack: ZERO,
    toBonusFund: signedLamports(0n),
    jackpot,
    houseCost: isReal ? signedLamports(0n - (held.get(given) ?? 0n)) : null,
    equity: isReal ? signedLamports(held.get("equity") ?? 0n) : null,
  };
}

async function ofSettled(tx: Tx, row: RaceRow): Promise<Sums> {
  const settled = await readSettledBets(tx, row);
  const { money, equity } = await lockMoney(tx, row, settled);
  const { stakes, taken, toBonus, cost } = reverseSettlement(money);
  return {
    bets: stakes.length,
    stakes: sum(stakes.map(({ stake }) => stake)),
    cancelledPayouts: money.cancelled,
    takenBack: sum(taken.map(({ amount }) => amount)),
    toBonusFund: toBonus,
    jackpot: row.jackpot,
    houseCost: equity === null ? null : cost,
    equity: equity === null ? null : signedLamports(equity),
  };
}
