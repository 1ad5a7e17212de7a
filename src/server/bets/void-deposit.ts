import { and, eq, sql } from "drizzle-orm";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import { type Account, posting, userAccount } from "../../domain/ledger.ts";
import { betVoided } from "../../domain/postings.ts";
import { type BetRow, findBet } from "./queries.ts";
import { type Db, rowsOf, type Tx } from "../db/database.ts";
import { lockBalance, post } from "../books/ledger.ts";
import { notificationView, notify } from "../notifications/stored-notifications.ts";
import { races } from "../db/schema/races.ts";
import { bets, deposits } from "../db/schema/bets.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Broadcast, Clock, Entropy } from "../ports.ts";

export type DepositRow = typeof deposits.$inferSelect;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  /** A bet lost its payment. */
  readonly raceChanged: (raceId: string) => void;
}

/**
 * Takes back a counted payment that a fork dropped before it was final: it never came. A bet of it is refunded
 * with nothing to pay; a credit is debited again, and what the player has spent of it meanwhile is the house's
 * loss. The signature stays counted, so it can never count again (rule BET-3).
 */
export async function voidDeposit(ports: Ports, signature: string): Promise<void> {
  const at = new Date(ports.clock.now());
  const done = await inTransaction(ports.db, async (tx) => {
    const [deposit] = await tx.select().from(deposits).where(eq(deposits.signature, signature)).for("update");
    if (!deposit || deposit.outcome === "void" || deposit.finalizedAt) return null;
    const voided = deposit.outcome === "bet" && deposit.betId ? await takeBack(tx, deposit.betId, at) : null;
    if (!voided) await takeCreditBack(tx, deposit);
    await tx.update(deposits).set({ outcome: "void" }).where(eq(deposits.signature, signature));
    const notice = await notify(tx, ports, {
      wallet: deposit.payer,
      kind: "payment_dropped",
      params: { amount: deposit.lamports },
    });
    return { notice, raceId: voided?.raceId };
  });
  if (!done) return;
  ports.broadcast.toWallet(done.notice.wallet, "user-notification", {
    notification: notificationView(done.notice),
  });
  if (done.raceId) ports.raceChanged(done.raceId);
}

/** The bet, or null when its stake is on the player's balance already, since its race was refunded. */
async function takeBack(tx: Tx, betId: string, at: Date): Promise<BetRow | null> {
  const found = await findBet(tx, betId);
  if (!found) throw new Error(`bet ${betId} of a counted payment is missing`);
  // Before the bet: settlement and refund lock in this order.
  await tx.select({ id: races.id }).from(races).where(eq(races.id, found.raceId)).for("update");
  const refunded = await tx
    .update(bets)
    .set({ result: "refunded", payout: lamports(0n), settledAt: at })
    .where(and(eq(bets.id, betId), sql`${bets.result} is null`))
    .returning();
  const [bet] = refunded;
  if (!bet) return null;
  await post(tx, betVoided({ ...bet, betId }));
  return bet;
}

async function takeCreditBack(tx: Tx, { signature, payer, lamports: amount, outcome, betId }: DepositRow) {
  const original =
    outcome === "bet"
      ? `bet:${betId}`
      : outcome === "funding"
        ? `funding:${signature}`
        : `deposit:${signature}`;
  const holdings = await rowsOf<{ account: Account; lamports: bigint }>(
    tx,
    sql`select account, lamports from ledger_entries join ledger_postings on ledger_postings.id = posting_id
          where reference = ${original} and account like 'chain:%'`,
  );
  const debits =
    outcome === "funding" ? [["equity", 0n - amount] as const] : await debitsOf(tx, payer, amount);
  await post(
    tx,
    posting({
      reference: `void-deposit:${signature}`,
      kind: "deposit voided",
      ledger: "real",
      entries: [...holdings.map((entry) => [entry.account, 0n - entry.lamports] as const), ...debits],
    }),
  );
}

async function debitsOf(tx: Tx, wallet: string, amount: Lamports) {
  const balance = await lockBalance(tx, userAccount(wallet));
  const own = balance < amount ? balance : amount;
  return [
    [userAccount(wallet), 0n - own],
    ["equity", own - amount],
  ] as const;
}
