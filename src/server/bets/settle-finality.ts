import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import { bets, deposits } from "../db/schema/bets.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Logger } from "../log.ts";
import { notifyBalances } from "../notifications/notify-balances.ts";
import type { Broadcast, Chain, Clock, Entropy, SignatureStatus } from "../ports.ts";
import { type Landing, historyNodesOf, searchLandings } from "../chain/search-landings.ts";
import { type DepositRow, voidDeposit } from "./void-deposit.ts";

export interface FinalityPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<
    Chain,
    "slot" | "tip" | "signatureStatuses" | "signaturesFor" | "firstAvailableBlock" | "transaction"
  >;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** Called when a bet has lost its payment. */
  readonly raceChanged: (raceId: string) => void;
}

export interface FinalityLook {
  readonly wasAsked: boolean;
  /** Slot of the oldest deposit that was not final before the check; null when there were none. */
  readonly oldestSlot: bigint | null;
}

const DEPOSITS_PER_ROUND = 1_024;
/** Far beyond the life of a blockhash, including skipped slots. */
const EXPIRED_AFTER_SLOTS = 400n;

/**
 * Follows counted deposits to their end: final, or dropped by a fork, in which case they are taken back (rule BET-9
 * waits for this). That a node no longer knows a signature does not prove that it was dropped: see {@link
 * searchLandings}. The node is asked when one of them may be final.
 */
export async function settleFinality(
  ports: FinalityPorts,
  mayBeFinal: (slot: bigint) => boolean = () => true,
): Promise<FinalityLook> {
  const { db, chain } = ports;
  const open = await db
    .select()
    .from(deposits)
    .where(and(isNull(deposits.finalizedAt), sql`${deposits.outcome} <> 'void'`))
    .orderBy(asc(deposits.slot))
    .limit(DEPOSITS_PER_ROUND);
  const oldestSlot = open[0]?.slot ?? null;
  if (!open.some(({ slot }) => mayBeFinal(slot))) return { wasAsked: false, oldestSlot };
  // The slot is read first: what has expired by then has landed by then or never will.
  const finalized = await chain.slot("finalized");
  const statuses = await chain.signatureStatuses(
    open.map(({ signature }) => signature),
    { asOf: finalized },
  );
  const states = open.map((deposit, place) => ({
    deposit,
    state: classifyDeposit(deposit.slot, statuses[place] ?? null, finalized),
  }));
  const inState = (wanted: DepositState) =>
    states.filter(({ state }) => state === wanted).map(({ deposit }) => deposit);
  await markFinal(
    ports,
    inState("final").map(({ signature }) => signature),
  );
  const absent = await provenAbsent(chain, inState("missing"), finalized);
  for (const { signature } of [...inState("failed"), ...absent]) await voidDeposit(ports, signature);
  return { wasAsked: true, oldestSlot };
}

/** `missing`: too old to land, and unknown to the node. `failed`: final, but with an error on this fork. */
type DepositState = "open" | "final" | "missing" | "failed";

function classifyDeposit(slot: bigint, status: SignatureStatus | null, finalized: bigint): DepositState {
  if (status === null) return finalized > slot + EXPIRED_AFTER_SLOTS ? "missing" : "open";
  if (status.commitment !== "finalized") return "open";
  return status.error === null ? "final" : "failed";
}

/**
 * Of the deposits that the node does not know, those proven to be in no block. One history of a house wallet covers
 * many deposits, but nothing older than the first deposit ever made to it; a deposit that early is looked for in the
 * history of its payer, who must have been paid before.
 */
async function provenAbsent(
  chain: FinalityPorts["chain"],
  missing: readonly DepositRow[],
  asOf: bigint,
): Promise<readonly DepositRow[]> {
  const inHouse = await searchBy(chain, { missing, asOf, walletOf: ({ houseAddress }) => houseAddress });
  const unknown = missing.filter(({ signature }) => inHouse.get(signature) === "unknown");
  const atPayer = await searchBy(chain, { missing: unknown, asOf, walletOf: ({ payer }) => payer });
  return missing.filter(({ signature }) =>
    [inHouse, atPayer].some((landings) => landings.get(signature) === "absent"),
  );
}

interface AbsenceSearch {
  readonly missing: readonly DepositRow[];
  readonly asOf: bigint;
  /** The wallet whose history is searched for the deposit. */
  readonly walletOf: (deposit: DepositRow) => string;
}

async function searchBy(
  chain: FinalityPorts["chain"],
  { missing, asOf, walletOf }: AbsenceSearch,
): Promise<ReadonlyMap<string, Landing>> {
  const landings = new Map<string, Landing>();
  for (const address of new Set(missing.map(walletOf))) {
    const sought = missing
      .filter((deposit) => walletOf(deposit) === address)
      .map(({ signature, slot }) => ({ signature, afterSlot: slot - 1n, memo: null }));
    for (const [signature, landing] of await searchLandings(historyNodesOf(chain), {
      address,
      asOf,
      sought,
    })) {
      landings.set(signature, landing);
    }
  }
  return landings;
}

/** What another look has found final meanwhile stays as it was found: nobody is told twice. */
async function markFinal(ports: FinalityPorts, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return;
  const finalizedAt = new Date(ports.clock.now());
  const marked = await inTransaction(ports.db, async (tx) => {
    const final = await tx
      .update(deposits)
      .set({ finalizedAt })
      .where(and(inArray(deposits.signature, [...signatures]), isNull(deposits.finalizedAt)))
      .returning({ payer: deposits.payer, outcome: deposits.outcome });
    const finalBets = await tx
      .update(bets)
      .set({ finalizedAt })
      .where(
        and(inArray(bets.signature, [...signatures]), eq(bets.status, "confirmed"), isNull(bets.finalizedAt)),
      )
      .returning({ betId: bets.id, raceId: bets.raceId, signature: bets.signature });
    return { final, finalBets };
  });
  for (const bet of marked.finalBets) ports.log.info(bet, "bet final");
  // Credited amounts can be spent from now on (rule BET-23).
  const credited = marked.final.filter(({ outcome }) => outcome === "credit");
  notifyBalances(
    ports,
    credited.map(({ payer }) => payer),
  );
}

/**
 * Gives up prepared bets whose transaction can no longer land. A payment that landed in time and was not read yet still
 * becomes a bet.
 */
export async function expirePreparedBets({ db, chain }: FinalityPorts): Promise<void> {
  const [prepared] = await db
    .select({ id: bets.id })
    .from(bets)
    .where(sql`${bets.status} = 'prepared'`)
    .limit(1);
  if (!prepared) return;
  const { blockHeight: height } = await chain.tip("finalized");
  await db
    .update(bets)
    .set({ status: "expired" })
    .where(and(sql`${bets.status} = 'prepared'`, lt(bets.lastValidBlockHeight, height)));
}
