import type { SignedLamports } from "./lamports.ts";
import type { UtcDay } from "./utc-day.ts";

/**
 * Texts that the house and the players write on the chain. Each names the game, a version and what it
 * is about, in fields without spaces, so that anyone can find and read them there.
 */

/** All bets of a race, as they were when its betting closed. */
export interface BetsLock {
  readonly raceId: string;
  readonly pool: SignedLamports;
  readonly count: number;
  /** Root of the Merkle tree over the bets, see `betLeaf`. */
  readonly root: string;
}

/** How each lock memo of a race begins. */
export const lockMemoStart = (raceId: string): string => `furlong:1:lock race=${raceId} `;

/**
 * Sent at the close by the wallet that the `commit` entry names: no bet is added or changed from then on, and the slot where
 * the first one of a race lands decides which block is its beacon (rules FAIR-15 and FAIR-16).
 */
export const lockMemo = ({ raceId, pool, count, root }: BetsLock): string =>
  `${lockMemoStart(raceId)}pool=${pool} bets=${count} root=${root}`;

interface RanResult {
  readonly raceId: string;
  readonly serverSeed: string;
  readonly finalNonce: string;
  /** Horse numbers in finishing order. */
  readonly places: readonly number[];
}

/** Anchored after a race has been run: all that is needed to compute it again (rule FAIR-12). */
export const resultMemo = ({ raceId, serverSeed, finalNonce, places }: RanResult): string =>
  `furlong:1:result race=${raceId} seed=${serverSeed} nonce=${finalNonce} places=${places.join("-")}`;

/** Anchored after a race has been refunded; its seed is revealed as well (rules FAIR-9 and FAIR-12). */
export const refundMemo = ({ raceId, serverSeed }: Pick<RanResult, "raceId" | "serverSeed">): string =>
  `furlong:1:refunded race=${raceId} seed=${serverSeed}`;

/** Anchored before a seed chain is used (rule FAIR-7). */
export const seedChainMemo = ({ tip, length }: { readonly tip: string; readonly length: number }): string =>
  `furlong:1:seed-chain tip=${tip} length=${length}`;

interface AuditHead {
  readonly day: UtcDay;
  /** The newest row of the audit log, and its hash. */
  readonly rowId: number;
  readonly hash: string;
}

/** How these two kinds of memo begin, whatever the day. */
export const AUDIT_MEMO = "furlong:1:audit ";
export const EXPORT_MEMO = "furlong:1:export ";

/** Anchored once a day; anyone who has the rows up to that one can check them all (rule AUDIT-3). */
export const auditMemo = ({ day, rowId, hash }: AuditHead): string =>
  `${AUDIT_MEMO}day=${day} row=${rowId} hash=${hash}`;

interface SealedDay {
  readonly day: UtcDay;
  readonly records: number;
  /** Hash of the day's file. */
  readonly sha256: string;
}

/** Anchored once for each day's file of the public export: what was published cannot be changed unnoticed (rule EXPORT-5). */
export const exportMemo = ({ day, records, sha256 }: SealedDay): string =>
  `${EXPORT_MEMO}day=${day} records=${records} sha256=${sha256}`;

/** What the house owed at a moment, and what it held at a final slot. */
export interface LiabilityTotals {
  readonly at: Date;
  /** Root of the tree over every account that is owed, see `liability-tree.ts`. */
  readonly root: string;
  readonly total: SignedLamports;
  readonly count: number;
  readonly slot: bigint;
  /** Total of all house wallets. */
  readonly holdings: SignedLamports;
}

/** Anchored once a day; anyone who is owed something finds their own account below that root (rule OWED-6). */
export const liabilitiesMemo = ({ at, root, total, count, slot, holdings }: LiabilityTotals): string =>
  `furlong:1:liabilities at=${at.toISOString()} root=${root} total=${total} count=${count} slot=${slot} holdings=${holdings}`;

interface WalletHoldings extends Pick<LiabilityTotals, "at" | "root" | "slot"> {
  readonly address: string;
  readonly lamports: SignedLamports;
}

/**
 * Signed by a house wallet, which shows that the house holds its key (rule OWED-7). As a transaction these bytes would
 * say "102 signatures, 117 of them of accounts that are only read": no runtime accepts that, and no such message fits a
 * packet. So a signature of this text never moves anything, whatever the fields hold.
 */
export const holdingsText = ({ at, root, slot, address, lamports }: WalletHoldings): string =>
  `furlong:1:holdings at=${at.toISOString()} root=${root} slot=${slot} address=${address} lamports=${lamports}`;

/**
 * Written into a bet's own transaction: commits to what the bet is on, and to the checkpoint that anchored the race's
 * `commit` entry, so that each payment proves that its race was committed to before (rules BET-1 and BET-13). It names no
 * bet id, by which anybody could find whose bet a leaf of the lock is.
 *
 * @param root of that checkpoint, in base64 as there.
 */
export const betMemo = (commitment: string, root: string): string => `furlong:bet ${commitment} ${root}`;

/** Whether a memo has the form of a bet's. Anybody can write a memo, and the database refuses some texts. */
export const isBetMemo = (memo: string): boolean =>
  /^furlong:bet [0-9a-f]{64} [A-Za-z0-9+/]{43}=$/.test(memo);

/** Written into a payment that is meant for the balance (rule BET-22). */
export const depositMemo = (depositId: string): string => `furlong:1:deposit ${depositId}`;

/** The prepared deposit that a memo names; null if it is none. */
export const parseDepositMemo = (memo: string): string | null =>
  /^furlong:1:deposit (d-[0-9a-f]{24})$/.exec(memo)?.[1] ?? null;

/** The memos of a transaction as nodes list them with its signature: `[length in bytes] text`, joined by `; `. */
export const listedMemos = (listed: string | null): readonly string[] =>
  listed === null ? [] : listed.split("; ").map((memo) => memo.replace(/^\[\d+\] /, ""));

/** Written into an outgoing payment, to distinguish payments of equal amounts (rule MONEY-11). */
export const paymentMemo = (paymentId: string): string => `furlong:1:payment ${paymentId}`;
