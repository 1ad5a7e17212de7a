import { and, asc, eq, inArray, isNull, lt, ne } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import { bets, deposits } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Broadcast, Chain, Clock, Entropy, SignatureStatus } from "../ports.ts";
import { voidDeposit } from "./void-deposit.ts";

export interface FinalityPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "slot" | "blockHeight" | "signatureStatuses">;
  readonly broadcast: Broadcast;
  /** A bet lost its payment. */
  readonly raceChanged: (raceId: string) => void;
}

const statusesAtOnce = 256;
/** Far beyond the life of a blockhash, skipped slots included. */
const longGoneSlots = 400n;

type Deposit = typeof deposits.$inferSelect;

/**
 * Follows counted payments to their end: final, or dropped by a fork, in which case they are taken back (rule
 * BET-9 waits for this).
 */
export async function settleFinality(ports: FinalityPorts): Promise<void> {
  const { db, chain } = ports;
  const open = await db
    .select()
    .from(deposits)
    .where(and(isNull(deposits.finalizedAt), ne(deposits.outcome, "void")))
    .orderBy(asc(deposits.slot))
    .limit(4 * statusesAtOnce);
  for (let start = 0; start < open.length; start += statusesAtOnce) {
    const part = open.slice(start, start + statusesAtOnce);
    // The slot is read first: what is not found after that cannot land any more.
    const finalized = await chain.slot("finalized");
    const statuses = await chain.signatureStatuses(part.map(({ signature }) => signature));
    const fates = part.map((deposit, place) => ({
      deposit,
      fate: fateOf(deposit, statuses[place] ?? null, finalized),
    }));
    await markFinal(
      ports,
      fates.filter(({ fate }) => fate === "final").map(({ deposit }) => deposit.signature),
    );
    for (const { deposit, fate } of fates) {
      if (fate === "dropped") await voidDeposit(ports, deposit.signature);
    }
  }
}

function fateOf({ slot }: Deposit, status: SignatureStatus | null, finalized: bigint) {
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
  const height = await chain.blockHeight("finalized");
  await db
    .update(bets)
    .set({ status: "expired" })
    .where(and(eq(bets.status, "prepared"), lt(bets.lastValidBlockHeight, height)));
}
