import { sql } from "drizzle-orm";
import type { PaymentKind } from "../../../domain/payment-terms.ts";
import {
  type Lamports,
  lamports,
  type SignedLamports,
  signedLamports,
  sum,
  ZERO,
} from "../../../domain/lamports.ts";
import type { WalletDifference } from "../../../domain/chain-postings.ts";
import {
  type HouseWallet,
  type HouseWalletKind,
  type WalletAccount,
  walletAccount,
} from "../../../domain/ledger.ts";
import { type Db, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { networkSince } from "../../foundation/books/network-since.ts";
import { readHouseWallets } from "../../foundation/books/payments.ts";
import { signerOf } from "../../foundation/chain/compose-transaction.ts";
import { historyNodesOf, searchLandings } from "../../foundation/chain/search-landings.ts";
import { type Chain, ChainUnavailable, type Clock, MAX_ACCOUNTS } from "../../foundation/ports.ts";

export interface SolvencyPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Chain;
  /** Books everything that has reached the house, and returns the finalized slot up to which that is complete. */
  readonly readDeposits: () => Promise<{ readonly completeUpTo: bigint }>;
}

/** What the house holds against what it owes, at one finalized slot (rule INV-2). */
export interface SolvencySnapshot {
  readonly at: Date;
  readonly slot: bigint;
  readonly holdings: readonly {
    readonly kind: HouseWalletKind;
    readonly address: string;
    readonly lamports: Lamports;
  }[];
  /** By the first part of the account name: user, pool, jackpot, referral, bonus. */
  readonly liabilities: readonly { readonly kind: string; readonly lamports: Lamports }[];
  readonly equity: SignedLamports;
  /** Booked, but landed after that slot. */
  readonly inboundPending: Lamports;
  /** Taken from their owners, but still in the holdings at that slot. */
  readonly outboundInFlight: SignedLamports;
  /** Whether all that had landed by that slot was read. */
  readonly isAllRead: boolean;
  /**
   * What wallets hold beyond their books while not all is read: payments to them may explain it. Strangers cannot take
   * from a wallet, so this never explains that one holds less (rule MONEY-20).
   */
  readonly unread: Lamports;
  /** Holdings + inbound − outbound − unread − liabilities − equity; zero when books and chain agree. */
  readonly difference: SignedLamports;
  /** One for each address whose own books differ from the chain (rule MONEY-26); they sum to the difference. */
  readonly differences: readonly WalletDifference[];
}

const LIABILITY_KINDS = ["user", "pool", "jackpot", "referral", "bonus"] as const;

/**
 * Compares the books with the chain. Both move all the time, so everything is brought to the one slot at which the
 * holdings were read: what is booked but landed later is excluded, what landed by then but is not booked yet is
 * included.
 *
 * @throws ChainUnavailable when the node does not answer, or something that landed could not be read.
 */
export async function readSolvency(ports: SolvencyPorts): Promise<SolvencySnapshot> {
  const at = new Date(ports.clock.now());
  const { slot, holdings } = await readHoldings(ports);
  // From here on the books include every deposit up to that slot, or it is known that they do not.
  const { completeUpTo } = await ports.readDeposits();
  const books = await ports.db.transaction((tx) => readBooks(tx, { slot, since: at }), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  const arriving = arrivingAfter(books.arrivals);
  const gone = await goneAtSlot(ports.chain, books.attempts, { slot, holdings });
  const liabilities = LIABILITY_KINDS.map((kind) => ({
    kind,
    lamports: lamports(books.byKind.get(kind) ?? 0n),
  }));
  const equity = books.byKind.get("equity") ?? ZERO;
  const inboundPending = lamports(sumOf(arriving));
  const outboundInFlight = signedLamports((books.byKind.get("outgoing") ?? ZERO) - sumOf(gone));
  const found = differencesOf([
    new Map(holdings.map((wallet) => [walletAccount(wallet), wallet.lamports])),
    books.byWallet,
    arriving,
    gone,
  ]);
  const isAllRead = completeUpTo >= slot;
  const differences = found.filter(({ difference }) => isAllRead || difference < 0n);
  const excused = found.filter((one) => !differences.includes(one));
  const unread = lamports(excused.reduce((total, { difference }) => total + difference, 0n));
  const holdingsTotal = sum(holdings.map((wallet) => wallet.lamports));
  const owed = sum(liabilities.map((one) => one.lamports));
  return {
    at,
    slot,
    holdings,
    liabilities,
    equity,
    inboundPending,
    outboundInFlight,
    isAllRead,
    unread,
    difference: signedLamports(holdingsTotal + inboundPending - outboundInFlight - unread - owed - equity),
    differences,
  };
}

/**
 * The difference shown to people: the total, or that of one wallet if those of several cancel out; null when everything
 * agrees.
 */
export const shownDifference = ({
  difference,
  differences,
}: Pick<SolvencySnapshot, "difference" | "differences">): SignedLamports | null =>
  difference === ZERO ? (differences[0]?.difference ?? null) : difference;

/** Lamports by the account of a house wallet. */
type ByWallet = ReadonlyMap<string, bigint>;

const sumOf = (amounts: ByWallet): bigint => [...amounts.values()].reduce((total, each) => total + each, 0n);

/** The sum of the parts for each account, where it is not zero: books are negated holdings. */
function differencesOf(parts: readonly ByWallet[]): readonly WalletDifference[] {
  const totals = new Map<string, bigint>();
  for (const [account, amount] of parts.flatMap((part) => [...part])) add(totals, account, amount);
  return Array.from(totals, ([account, difference]) => ({
    account: account as WalletAccount,
    difference: signedLamports(difference),
  })).filter(({ difference }) => difference !== ZERO);
}

const add = (totals: Map<string, bigint>, account: string, amount: bigint) =>
  void totals.set(account, (totals.get(account) ?? 0n) + amount);

const MAX_READINGS = 5;

const partsOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );

/** The house's balances, all at the same slot. */
async function readHoldings({ chain, db }: SolvencyPorts) {
  const house = await readHouseWallets(db);
  for (let attempt = 1; attempt <= MAX_READINGS; attempt += 1) {
    const parts = await Promise.all(
      partsOf([...house.keys()], MAX_ACCOUNTS).map((part) => chain.balances(part)),
    );
    const [slot = await chain.slot()] = parts.map((part) => part.slot);
    if (parts.some((part) => part.slot !== slot)) continue;
    const balances = parts.flatMap((part) => part.lamports);
    const holdings = Array.from(house, ([address, kind], index) => ({
      kind,
      address,
      lamports: balances[index] ?? ZERO,
    }));
    return { slot, holdings };
  }
  throw new ChainUnavailable("the slot moves faster than the balances can be read");
}

interface Arrival extends Record<string, unknown> {
  /** Lamports by the account of each receiving wallet. */
  readonly received: Readonly<Record<string, string>>;
}

interface BookedAttempt extends Record<string, unknown> {
  readonly signature: string;
  readonly kind: PaymentKind;
  readonly source: HouseWalletKind;
  readonly destination: string | null;
  readonly lamports: bigint;
  readonly wire: string;
  readonly signed_at_slot: bigint;
  /** Whether the books already include its effect. */
  readonly is_booked: boolean;
  /** Whether it is the attempt that completed a payment. */
  readonly is_final: boolean;
}

/** Payments that ended up to this long ago still count as possibly not seen by the node. */
const ENDED_MARGIN_MS = 120_000;

async function readBooks(tx: Tx, { slot, since }: { slot: bigint; since: Date }) {
  const totals = await rowsOf<{ kind: string; total: bigint }>(
    tx,
    sql`select split_part(account, ':', 1) as kind, sum(balance)::bigint as total
          from ledger_accounts
         where balance <> 0 and account not like 'play:%' and account not like 'chain:%' group by 1`,
  );
  const wallets = await rowsOf<{ account: string; balance: bigint }>(
    tx,
    sql`select account, balance from ledger_accounts where balance <> 0 and account like 'chain:%'`,
  );
  const ended = new Date(since.getTime() - ENDED_MARGIN_MS).toISOString();
  const arrivals = await rowsOf<Arrival>(
    tx,
    sql`select (select jsonb_object_agg(account, (-entry.lamports)::text)
                  from ledger_postings as posting join ledger_entries as entry on entry.posting_id = posting.id
                 where entry.account like 'chain:%' and posting.reference = case outcome
                   when 'bet' then 'bet:' || bet_id
                   when 'funding' then 'funding:' || signature
                   else 'deposit:' || signature end) as received
          from deposits
         where seen_at > ${networkSince} and slot > ${slot.toString()}::bigint`,
  );
  const attempts = await rowsOf<BookedAttempt>(
    tx,
    sql`select attempt.signature, attempt.wire, attempt.signed_at_slot,
               payments.kind, payments.source, payments.destination, payments.lamports,
               payments.status in ('completed', 'failed')
                 -- Of a memo that is tried again its failed attempts are booked one by one (rule PAYOUTS-5).
                 or exists (select from ledger_postings where reference = 'failed:' || attempt.signature) as is_booked,
               payments.status = 'completed' and payments.signature = attempt.signature as is_final
          from payment_attempts as attempt join payments on payments.id = attempt.payment_id
         where payments.status in ('pending', 'sent', 'unknown')
            or (payments.processed_at >= ${ended}::timestamptz and payments.processed_at > ${networkSince})`,
  );
  return {
    byKind: new Map(totals.map(({ kind, total }) => [kind, signedLamports(total)])),
    byWallet: new Map(wallets.map(({ account, balance }) => [account, balance])),
    arrivals,
    attempts,
  };
}

/** What is booked and landed after that slot. */
function arrivingAfter(arrivals: readonly Arrival[]): ByWallet {
  const arriving = new Map<string, bigint>();
  for (const { received } of arrivals)
    for (const [account, amount] of Object.entries(received)) add(arriving, account, BigInt(amount));
  return arriving;
}

/**
 * How much more had left each wallet at that slot than its books say, network fees included; negative where the books
 * are ahead, and for a wallet that received a sweep.
 */
async function goneAtSlot(
  chain: Chain,
  attempts: readonly BookedAttempt[],
  { slot, holdings: wallets }: { readonly slot: bigint; readonly holdings: readonly HouseWallet[] },
): Promise<ByWallet> {
  const gone = new Map<string, bigint>();
  if (attempts.length === 0) return gone;
  const statuses = await chain.signatureStatuses(
    attempts.map(({ signature }) => signature),
    { asOf: slot },
  );
  const notKnown = attempts.filter(
    (attempt, index) => !statuses[index] && (attempt.is_final || !attempt.is_booked),
  );
  await proveAbsent(
    chain,
    notKnown.map(({ signature, wire, signed_at_slot, is_final }) => ({
      signature,
      address: signerOf(wire),
      afterSlot: signed_at_slot,
      isFinal: is_final,
    })),
    slot,
  );
  const house = new Map(wallets.map((wallet) => [wallet.address, wallet]));
  for (const [index, attempt] of attempts.entries()) {
    const { signature, is_booked } = attempt;
    const status = statuses[index];
    if (!status) continue;
    const hadLeft = status.slot <= slot;
    if (hadLeft === is_booked) continue;
    const transaction = await chain.transaction(signature);
    if (!transaction) throw new ChainUnavailable(`the node does not have the final transaction ${signature}`);
    const moved = status.error === null && attempt.kind !== "anchor" ? attempt.lamports : 0n;
    const sign = hadLeft ? 1n : -1n;
    const source = { kind: attempt.source, address: signerOf(attempt.wire) };
    add(gone, walletAccount(source), sign * (transaction.fee + moved));
    // Any other payment from the house to itself is counted there as a deposit.
    const into = attempt.kind === "sweep" ? house.get(attempt.destination ?? "") : undefined;
    if (into) add(gone, walletAccount(into), -sign * moved);
  }
  return gone;
}

interface NotKnown {
  readonly signature: string;
  /** The wallet whose history would show it. */
  readonly address: string;
  readonly afterSlot: bigint;
  /** Whether it was seen before, which means that the node has forgotten it. */
  readonly isFinal: boolean;
}

/**
 * What the node does not know counts as not landed only if that is proven (rule MONEY-11): something that
 * landed and cannot be read is not a difference, but ends this comparison.
 */
async function proveAbsent(chain: Chain, notKnown: readonly NotKnown[], asOf: bigint): Promise<void> {
  const forgotten = notKnown.find(({ isFinal }) => isFinal);
  if (forgotten) throw new ChainUnavailable(`the node has forgotten ${forgotten.signature}`);
  for (const address of new Set(notKnown.map((one) => one.address))) {
    const sought = notKnown
      .filter((one) => one.address === address)
      .map(({ signature, afterSlot }) => ({ signature, afterSlot, memo: null }));
    for (const [signature, landing] of await searchLandings(historyNodesOf(chain), {
      address,
      asOf,
      sought,
    })) {
      if (landing !== "absent") throw new ChainUnavailable(`nobody can say whether ${signature} landed`);
    }
  }
}
