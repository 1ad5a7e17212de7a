import { and, asc, eq, sql } from "drizzle-orm";
import { splitFee } from "../../../../domain/fee-split.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { raceRefunded, raceSettled } from "../../../../domain/postings.ts";
import type { RaceSettings } from "../../../../domain/race-settings.ts";
import {
  type PaidSettlement,
  type RefundedSettlement,
  type SettledBet,
  type Stake,
  refundAll,
  settle,
} from "../../../../domain/settlement.ts";
import { postAll } from "../../../foundation/books/ledger.ts";
import { queuePayments } from "../../../foundation/books/payments.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { inChunks, readInPages } from "../../../foundation/db/in-chunks.ts";
import type { Notice } from "../../../foundation/notifications/stored-notifications.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import { isLiveBet, type RaceFindings, type RaceRow, settingsOf } from "../race-rows.ts";
import { advanceStreaks } from "./advance-streaks.ts";
import { countReferrals } from "./count-referrals.ts";
import { lockPlayers, type Players } from "./lock-players.ts";
import { refundNotices, winNotices } from "./notices.ts";

/** The outcome of a bet, for following it through the log (rule OPERATE-1). */
export interface BetEnd {
  readonly betId: string;
  readonly result: SettledBet["result"];
  readonly payout: Lamports;
  /** The payment that carries the payout to the player's wallet, if there is one. */
  readonly payment: string | null;
}

/** The result of settling a race, for its row and for the notices. */
interface SettledRace {
  readonly kind: "paid" | "refunded";
  readonly findings: RaceFindings;
  readonly notices: readonly Notice[];
  readonly bets: readonly BetEnd[];
}

type PlacedStake = Stake & { readonly confirmedAt: string };

type OverRace = Pick<RaceRow, "id" | "ledger" | "settings" | "status" | "winningNumber">;

/**
 * Moves the money of a race that is over, and the streaks of its players, once: the caller holds the race's lock, has
 * checked that it is unsettled, and stores the result in the same transaction (rules MONEY-3 to MONEY-7 and INV-4).
 * It runs a few statements for each few hundred bets and yields to the event loop in between.
 */
export async function settleRace(tx: Tx, race: OverRace, at: Date): Promise<SettledRace> {
  const stakes = await readStakes(tx, race.id);
  const settings = settingsOf(race);
  const winner = winnerOf(race);
  const settlement =
    winner === null ? refundAll(stakes, settings.jackpot) : settle({ ...settings, stakes, winner });
  const players = await lockPlayers(tx, settlement.bets);
  await markBets(tx, settlement.bets, at);
  const settled =
    settlement.kind === "paid"
      ? await pay(tx, race, { settlement, settings, players, at })
      : await refund(tx, race, settlement);
  if (winner === null || race.ledger === "play") return settled;
  const { id: raceId } = race;
  const streaks = await advanceStreaks(tx, { raceId, bets: settlement.bets, winner, players, settings });
  return { ...settled, notices: [...settled.notices, ...streaks] };
}

/** Number of the winning horse; null for a race that was refunded before its settlement. */
function winnerOf({ id, status, winningNumber }: OverRace): number | null {
  if (status === "refunded") return null;
  if (winningNumber === null) throw new Error(`${id} is completed and has no winner`);
  return winningNumber;
}

/** Live bets of a race in the order of their confirmation. */
function readStakes(tx: Tx, raceId: string) {
  return readInPages<PlacedStake>((last, rows) =>
    tx
      .select({
        betId: bets.id,
        wallet: bets.wallet,
        horseNumber: bets.horseNumber,
        stake: bets.stake,
        // To the microsecond, which a Date cannot hold.
        confirmedAt: sql<string>`${bets.confirmedAt}::text`,
      })
      .from(bets)
      .where(and(eq(bets.raceId, raceId), isLiveBet, last === null ? undefined : confirmedAfter(last)))
      .orderBy(asc(bets.confirmedAt), asc(bets.id))
      .limit(rows),
  );
}

const confirmedAfter = ({ confirmedAt, betId }: PlacedStake) =>
  sql`(${bets.confirmedAt}, ${bets.id}) > (${confirmedAt}::timestamptz, ${betId})`;

async function refund(tx: Tx, race: OverRace, settlement: RefundedSettlement): Promise<SettledRace> {
  await postAll(tx, raceRefunded({ raceId: race.id, ledger: race.ledger }, settlement));
  return {
    kind: "refunded",
    findings: { pool: settlement.pool },
    notices: refundNotices(race.id, settlement.bets),
    bets: settlement.bets.map((bet) => ({ ...bet, payment: null })),
  };
}

interface Payment {
  readonly settlement: PaidSettlement;
  readonly settings: RaceSettings;
  readonly players: Players;
  readonly at: Date;
}

async function pay(tx: Tx, race: OverRace, payment: Payment): Promise<SettledRace> {
  const { settlement, settings, players, at } = payment;
  const { pool, fee, remainder, bets: settled } = settlement;
  const referrerOf = referrersOf(players);
  const split = splitFee(settlement, referrerOf, settings);
  await postAll(tx, raceSettled({ raceId: race.id, ledger: race.ledger }, settlement, split));
  if (race.ledger === "real") {
    await payOut(tx, race.id, settled, at);
    await countReferrals(tx, { bets: settled, referrerOf, commissions: split.commissions });
  }
  return {
    kind: "paid",
    findings: { pool, fee, remainder },
    notices: winNotices(race.id, settled, race.ledger === "play"),
    bets: settled.map((bet) => ({
      ...bet,
      payment: race.ledger === "real" && bet.payout > 0n ? payoutOf(bet) : null,
    })),
  };
}

const payoutOf = ({ betId }: Pick<SettledBet, "betId">) => `payout-${betId}`;

/** Queues the winnings, which were just credited, for payment to the winners' wallets (rules MONEY-10 and INV-7). */
function payOut(tx: Tx, raceId: string, settled: readonly SettledBet[], createdAt: Date): Promise<void> {
  const won = settled.filter(({ payout }) => payout > 0n);
  return queuePayments(
    tx,
    won.map(({ betId, wallet, payout }) => ({
      id: payoutOf({ betId }),
      kind: "payout",
      source: "hot",
      destination: wallet,
      lamports: payout,
      wallet,
      raceId,
      betId,
      createdAt,
    })),
  );
}

/** The referrer of each player who has one, by the player's wallet. */
const referrersOf = (players: Players): ReadonlyMap<string, string> =>
  new Map(
    Array.from(players).flatMap(([wallet, { referrer }]) =>
      referrer === null || referrer === wallet ? [] : [[wallet, referrer] as const],
    ),
  );

function markBets(tx: Tx, settled: readonly SettledBet[], at: Date): Promise<void> {
  return inChunks(settled, async (chunk) => {
    const column = (read: (bet: SettledBet) => string) => sql.param(chunk.map(read));
    await tx.execute(
      sql`update bets set result = done.result, payout = done.payout, fee = done.fee,
                 settled_at = ${at.toISOString()}::timestamptz
            from unnest(
              ${column(({ betId }) => betId)}::text[],
              ${column(({ result }) => result)}::text[],
              ${column(({ payout, refund: given }) => (payout + given).toString())}::bigint[],
              ${column(({ fee }) => fee.toString())}::bigint[]
            ) as done (id, result, payout, fee)
           where bets.id = done.id`,
    );
  });
}
