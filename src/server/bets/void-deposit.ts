import { and, eq, sql } from "drizzle-orm";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import { postingReference } from "../../domain/posting-reference.ts";
import { depositVoided } from "../../domain/chain-postings.ts";
import { type Account, userAccount, walletOfAccount } from "../../domain/ledger.ts";
import { betVoided } from "../../domain/postings.ts";
import { type BetRow, findBet } from "./queries.ts";
import { type Db, rowsOf, type Tx } from "../db/database.ts";
import { lockBalance, post } from "../books/ledger.ts";
import { notificationView, notifyAll } from "../notifications/stored-notifications.ts";
import { races } from "../db/schema/races.ts";
import { bets, deposits } from "../db/schema/bets.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Logger } from "../log.ts";
import type { Broadcast, Clock, Entropy } from "../ports.ts";

export type DepositRow = typeof deposits.$inferSelect;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** Called when a bet has lost its payment. */
  readonly raceChanged: (raceId: string) => void;
}

/**
 * Takes back a counted deposit that a fork dropped before it was final: in effect it never arrived. A bet that it paid
 * for is refunded with nothing to pay; credits are debited again, and whatever a player has spent of it meanwhile is
 * the house's loss. The signature stays counted, so it can never count again (rule BET-3).
 */
export async function voidDeposit(ports: Ports, signature: string): Promise<void> {
  const done = await inTransaction(ports.db, async (tx) => {
    const [deposit] = await tx.select().from(deposits).where(eq(deposits.signature, signature)).for("update");
    if (!deposit || deposit.outcome === "void" || deposit.finalizedAt) return null;
    const voided = deposit.outcome === "bet" && deposit.betId ? await voidBet(tx, deposit) : null;
    const shares = voided
      ? [{ account: userAccount(voided.wallet), lamports: voided.stake }]
      : await takeCreditsBack(tx, deposit);
    await tx.update(deposits).set({ outcome: "void" }).where(eq(deposits.signature, signature));
    const notices = shares.map(({ account, lamports: amount }) => ({
      wallet: walletOf(account),
      kind: "payment_dropped" as const,
      params: { amount },
    }));
    return { notifications: await notifyAll(tx, ports, notices), voided };
  });
  if (!done) return;
  for (const notification of done.notifications) {
    ports.broadcast.toWallet(notification.wallet, "user-notification", {
      notification: notificationView(notification),
    });
  }
  if (!done.voided) return;
  const { id: betId, raceId } = done.voided;
  ports.log.warn({ betId, raceId, signature }, "bet lost its payment to a fork");
  ports.raceChanged(raceId);
}

/**
 * Refunds the bet with nothing to pay; null when its stake is already on the player's balance because its race was
 * refunded. It gets no settlement time, since its race may be settled without it in the same millisecond.
 */
async function voidBet(tx: Tx, { betId, houseAddress: depositAddress }: DepositRow): Promise<BetRow | null> {
  if (betId === null) return null;
  const found = await findBet(tx, betId);
  if (!found) throw new Error(`bet ${betId} of a counted payment is missing`);
  // Locked before the bet: settlement and refund lock in this order.
  await tx.select({ id: races.id }).from(races).where(eq(races.id, found.raceId)).for("update");
  const refunded = await tx
    .update(bets)
    .set({ result: "refunded", payout: lamports(0n) })
    .where(and(eq(bets.id, betId), sql`${bets.result} is null`))
    .returning();
  const [bet] = refunded;
  if (!bet) return null;
  await post(tx, betVoided({ ...bet, betId, depositAddress }));
  return bet;
}

/** Takes the deposit's amounts back from the accounts that it was credited to, and returns the shares of players. */
async function takeCreditsBack(tx: Tx, deposit: DepositRow): Promise<readonly DepositShare[]> {
  const { received, credits } = await countedShares(tx, deposit);
  const debits = [];
  for (const { account, lamports: amount } of credits.toSorted(byName)) {
    debits.push({ account, lamports: amount, balance: await lockBalance(tx, account) });
  }
  await post(tx, depositVoided({ signature: deposit.signature, received, debits }));
  return credits.filter(({ account }) => account !== "equity");
}

interface DepositShare {
  readonly account: Account;
  readonly lamports: Lamports;
}

const walletOf = (userAccountName: Account): string => userAccountName.slice(userAccount("").length);

/** Balances are locked in the order of their names. */
const byName = (a: DepositShare, b: DepositShare) => (a.account < b.account ? -1 : 1);

/** Where a deposit's money came in and which accounts hold it now, according to the posting that counted it. */
async function countedShares(
  tx: Tx,
  { signature, outcome, betId, houseAddress: address, lamports: amount }: DepositRow,
) {
  if (outcome === "bet") {
    const bet = betId === null ? null : await findBet(tx, betId);
    if (!bet) throw new Error(`the bet of deposit ${signature} is missing`);
    return {
      received: [{ kind: "deposit" as const, address, lamports: amount }],
      credits: [{ account: userAccount(bet.wallet), lamports: amount }],
    };
  }
  const reference =
    outcome === "funding" ? postingReference.funding(signature) : postingReference.credit(signature);
  const entries = await rowsOf<{ account: Account; lamports: bigint }>(
    tx,
    sql`select account, lamports from ledger_entries join ledger_postings on ledger_postings.id = posting_id
          where reference = ${reference}`,
  );
  return {
    received: entries.flatMap((entry) => {
      const wallet = walletOfAccount(entry.account);
      return wallet ? [{ ...wallet, lamports: lamports(0n - entry.lamports) }] : [];
    }),
    credits: entries
      .filter(({ account }) => walletOfAccount(account) === null)
      .map((entry) => ({ account: entry.account, lamports: lamports(entry.lamports) })),
  };
}
