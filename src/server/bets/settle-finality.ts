import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import { bets, deposits } from "../db/schema/bets.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Broadcast, Chain, Clock, Entropy, SignatureStatus } from "../ports.ts";
import { voidDeposit } from "./void-deposit.ts";

export interface FinalityPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "slot" | "tip" | "signatureStatuses">;
  readonly broadcast: Broadcast;
  /** A bet lost its payment. */
  readonly raceChanged: (raceId: string) => void;
}

const depositsAtOnce = 1_024;
/** Far beyond the life of a blockhash, skipped slots included. */
const longGoneSlots = 400n;

/**
 * Follows counted payments to their end: final, or dropped by a fork, in which case they are taken back (rule
 * BET-9 waits for this).
 */
export async function settleFinality(ports: FinalityPorts): Promise<void> {
  const { db, chain } = ports;
  const open = await db
    .select()
    .from(deposits)
    .where(and(isNull(deposits.finalizedAt), sql`${deposits.outcome} <> 'void'`))
    .orderBy(asc(deposits.slot))
    .limit(depositsAtOnce);
  if (open.length === 0) return;
  // The slot is read first: what is not found after that cannot land any more.
  const finalized = await chain.slot("finalized");
  const statuses = await chain.signatureStatuses(
    open.map(({ signature }) => signature),
    { asOf: finalized },
  );
  const fates = open.map(({ signature, slot }, place) => ({
    signature,
    fate: fateOf(slot, statuses[place] ?? null, finalized),
  }));
  const final = fates.filter(({ fate }) => fate === "final").map(({ signature }) => signature);
  await markFinal(ports, final);
  for (const { signature, fate } of fates) if (fate === "dropped") await voidDeposit(ports, signature);
}

function fateOf(slot: bigint, status: SignatureStatus | null, finalized: bigint) {
  if (status === null) return finalized > slot + longGoneSlots ? "dropped" : "open";
  if (status.commitment !== "finalized") return "open";
  return status.error === null ? "final" : "dropped";
}

async function markFinal({ db, clock }: FinalityPorts, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return;
  const finalizedAt = new Date(clock.now());
  await inTransaction(db, async (tx) => {
    await tx
      .update(deposits)
      .set({ finalizedAt })
      .where(inArray(deposits.signature, [...signatures]));
    await tx
      .update(bets)
      .set({ finalizedAt })
      .where(and(inArray(bets.signature, [...signatures]), eq(bets.status, "confirmed")));
  });
}

/**
 * Gives up prepared bets whose transaction can no longer land. A payment that landed in time and was not read
 * yet still becomes a bet.
 */
export async function expirePreparedBets({ db, chain }: FinalityPorts): Promise<void> {
  const { blockHeight: height } = await chain.tip("finalized");
  await db
    .update(bets)
    .set({ status: "expired" })
    .where(and(sql`${bets.status} = 'prepared'`, lt(bets.lastValidBlockHeight, height)));
}
