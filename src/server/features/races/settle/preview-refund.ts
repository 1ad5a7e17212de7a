import { and, eq } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { signedLamports, sum, ZERO } from "../../../../domain/lamports.ts";
import type { Account } from "../../../../domain/ledger.ts";
import { ok, type Result, refuse } from "../../../../domain/result.ts";
import { lockBalances } from "../../../foundation/books/ledger.ts";
import type { Db, Tx } from "../../../foundation/db/database.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import { findRace, isLiveBet, lockRace, type RaceRow } from "../race-rows.ts";
import type { Clock } from "../../../foundation/ports.ts";
import { planLateRefund, readSettledBets } from "./give-losses-back.ts";
import { type NotNow, refusalNow } from "./refund-race.ts";

type Preview = Reply<Api["previewRaceRefund"]>;

/**
 * What a refund of the whole race would come to if it were done now, by the same calculation as the refund itself.
 * Takes its locks for a moment and writes nothing.
 */
export async function previewRefund(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  raceId: string,
): Promise<Result<Preview, "RACE_NOT_FOUND" | NotNow | "NOTHING_TO_REFUND">> {
  if ((await findRace(db, raceId)) === null) return refuse("RACE_NOT_FOUND");
  return inTransaction(db, async (tx) => {
    const row = await lockRace(tx, raceId);
    const refused = refusalNow(row, new Date(clock.now()));
    if (refused !== null) return refused;
    if (row.settledAt === null) return ok(await ofUnsettled(tx, row));
    const preview = await ofSettled(tx, row);
    return preview.bets === 0 ? refuse("NOTHING_TO_REFUND") : ok(preview);
  });
}

/** An unsettled race: the stakes are still in the pool, and the jackpot comes back. */
async function ofUnsettled(tx: Tx, { id, ledger, jackpot }: RaceRow): Promise<Preview> {
  const live = await tx
    .select({ stake: bets.stake })
    .from(bets)
    .where(and(eq(bets.raceId, id), isLiveBet));
  const given: Account = `jackpot:${id}`;
  const balances = await lockBalances<Account>(tx, ["equity", given]);
  const equity = ledger === "real" ? signedLamports(balances.get("equity") ?? 0n) : null;
  return {
    bets: live.length,
    stakes: sum(live.map(({ stake }) => stake)),
    jackpot,
    equity,
    equityAfter: equity === null ? null : signedLamports(equity + (balances.get(given) ?? 0n)),
    missing: ZERO,
  };
}

/** A settled race: lost stakes go back at the house's cost, and its jackpot was paid to the winners. */
async function ofSettled(tx: Tx, row: RaceRow): Promise<Preview> {
  const { losses, cost, ...covered } = await planLateRefund(tx, row.ledger, await readSettledBets(tx, row));
  return { bets: losses.length, stakes: cost, jackpot: ZERO, ...covered };
}
