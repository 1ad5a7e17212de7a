import { eq } from "drizzle-orm";
import { isBettingOpen } from "../../../../domain/betting-window.ts";
import { ok, type Result, refuse } from "../../../../domain/result.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { inTransactionOnce } from "../../../foundation/db/keyed-transaction.ts";
import { notifyBalances } from "../../../foundation/notifications/notify-balances.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";
import { bettingWindowOf, lockRace } from "../race-rows.ts";
import { lockBet, refundOpen } from "./refund-bet.ts";
import { notifyNewestRace, type RefundPorts } from "./refund-race.ts";

interface TakeBack {
  readonly raceId: string;
  readonly betId: string;
  readonly wallet: string;
}

/**
 * Returns a bet to its player's balance because its race still waits for players `take_back_after` after the bet (rule
 * LONE-1). A bet that is already returned stays as it is, and the answer is the same.
 */
export async function takeBackBet(
  ports: RefundPorts,
  { raceId, betId, wallet }: TakeBack,
): Promise<Result<undefined, "BET_NOT_FOUND" | "TAKE_BACK_NOT_DUE">> {
  const [found] = await ports.db.select().from(bets).where(eq(bets.id, betId));
  if (found?.wallet !== wallet || found.raceId !== raceId || found.status !== "confirmed") {
    return refuse("BET_NOT_FOUND");
  }
  const done = await inTransactionOnce(ports.db, async (tx) => {
    const race = await lockRace(tx, raceId);
    const bet = await lockBet(tx, betId);
    if (bet.result === "refunded") return ok(false);
    const { takeBackAfterMs } = await readSettings(tx);
    const at = new Date(ports.clock.now());
    const isDue = at.getTime() >= (bet.confirmedAt ?? at).getTime() + takeBackAfterMs;
    const isWaiting = race.status === "pending" && isBettingOpen(bettingWindowOf(race), at.getTime());
    if (!isDue || !isWaiting) return refuse("TAKE_BACK_NOT_DUE");
    await refundOpen(tx, bet, at);
    return ok(true);
  });
  if (!done.ok) return done;
  if (done.value) await announce(ports, { raceId, betId, wallet });
  return ok();
}

/** The bet is returned, whether or not this arrives. */
async function announce(ports: RefundPorts, { raceId, betId, wallet }: TakeBack): Promise<void> {
  ports.log.info({ betId, raceId, result: "refunded" }, "bet taken back");
  ports.reader.invalidate();
  notifyBalances(ports, [wallet]);
  await notifyNewestRace(ports, raceId).catch((error: unknown) =>
    ports.log.warn({ err: error, betId }, "a bet that was taken back could not be announced"),
  );
}
