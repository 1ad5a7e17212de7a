import { eq, inArray } from "drizzle-orm";
import type { HouseWalletKind } from "../../domain/ledger.ts";
import type { Db } from "../db/database.ts";
import { depositCursors, deposits } from "../db/schema/bets.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { type AddressSignature, type Chain, ChainUnavailable } from "../ports.ts";
import type { AdmissionDesk } from "./admission-desk.ts";
import { expirePreparedBets, type FinalityPorts, settleFinality } from "./settle-finality.ts";
import type { HouseAddresses } from "./house-addresses.ts";
import { readPayment } from "./read-payment.ts";

interface Ports extends FinalityPorts {
  readonly houseAddresses: HouseAddresses;
  readonly desk: AdmissionDesk;
  /** Signatures asked for at once; a thousand is the most that nodes give. */
  readonly pageSize?: number;
}

const mostOfAPage = 1_000;
const parallelReads = 16;

/**
 * One round of the deposit watcher: admits what reached the house, marks what is final, takes back what a fork
 * dropped, and gives up prepared bets that can no longer be paid.
 */
export function depositWatcher(ports: Ports): () => Promise<void> {
  const readDeposits = depositReader(ports);
  return async () => {
    await readDeposits();
    await settleFinality(ports);
    await expirePreparedBets(ports);
  };
}

/**
 * Reads what reached the house's wallets since the last round, at `confirmed`, and admits it (rule BET-7).
 *
 * A wallet's cursor moves only over finalized transactions: what is not final may still change its order or
 * vanish, so it is read again each round. What was dealt with is remembered, and counting twice is impossible
 * anyway (rule BET-3), so losing that memory costs nothing but time.
 */
function depositReader(ports: Ports): () => Promise<void> {
  const dealtWith = new Set<string>();
  return async () => {
    const finalized = await ports.chain.slot("finalized");
    const house = await ports.houseAddresses.refresh();
    const seen = new Set<string>();
    for (const address of house.keys()) {
      for (const signature of await watchAddress(ports, { address, house, finalized, dealtWith })) {
        seen.add(signature);
      }
    }
    for (const signature of dealtWith) if (!seen.has(signature)) dealtWith.delete(signature);
  };
}

interface Watch {
  readonly address: string;
  readonly house: ReadonlyMap<string, HouseWalletKind>;
  /** Finalized slot as known before the history was read. */
  readonly finalized: bigint;
  readonly dealtWith: Set<string>;
}

/** The signatures that are still in the window, dealt with or not. */
async function watchAddress(ports: Ports, { address, house, finalized, dealtWith }: Watch) {
  const { db } = ports;
  const [cursor] = await db.select().from(depositCursors).where(eq(depositCursors.address, address));
  const history = await readHistory(ports, address, cursor?.lastSignature ?? null);
  const fresh = history.filter(({ signature, error }) => error === null && !dealtWith.has(signature));
  const known = await findKnown(db, house, fresh);
  for (let start = 0; start < fresh.length; start += parallelReads) {
    const part = fresh.slice(start, start + parallelReads);
    const done = await Promise.all(
      part.map(async ({ signature }) => known.has(signature) || (await take(ports, house, signature))),
    );
    for (const [place, { signature }] of part.entries()) if (done[place]) dealtWith.add(signature);
  }
  // One that cannot be read at the moment does not keep later ones from being admitted, but holds the cursor.
  const firstOpen = history.findIndex(({ signature, error }) => error === null && !dealtWith.has(signature));
  const done = firstOpen === -1 ? history : history.slice(0, firstOpen);
  const last = done.findLast(({ slot }) => slot <= finalized);
  if (last) await moveCursor(db, address, last.signature);
  return history.map(({ signature }) => signature);
}

/** Everything after the cursor, oldest first, however many pages that takes. */
async function readHistory(
  { chain, pageSize = mostOfAPage }: Ports,
  address: string,
  until: string | null,
): Promise<readonly AddressSignature[]> {
  const newestFirst: AddressSignature[] = [];
  for (;;) {
    const before = newestFirst.at(-1)?.signature;
    const page = await chain.signaturesFor(address, {
      commitment: "confirmed",
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
      ...(until === null ? {} : { until }),
    });
    newestFirst.push(...page);
    if (page.length < pageSize) return newestFirst.toReversed();
  }
}

/**
 * Signatures that need no reading: counted already, or sent by the house itself. A payment of the house to one
 * of its own wallets is read, since it is booked as funding there; a sweep books both sides when it completes.
 */
async function findKnown(
  db: Db,
  house: ReadonlyMap<string, HouseWalletKind>,
  fresh: readonly AddressSignature[],
): Promise<ReadonlySet<string>> {
  if (fresh.length === 0) return new Set();
  const signatures = fresh.map(({ signature }) => signature);
  const counted = await db
    .select({ signature: deposits.signature })
    .from(deposits)
    .where(inArray(deposits.signature, signatures));
  const sent = await db
    .select({ signature: paymentAttempts.signature, kind: payments.kind, destination: payments.destination })
    .from(paymentAttempts)
    .innerJoin(payments, eq(payments.id, paymentAttempts.paymentId))
    .where(inArray(paymentAttempts.signature, signatures));
  const elsewhere = sent.filter(
    ({ kind, destination }) => kind === "sweep" || destination === null || !house.has(destination),
  );
  return new Set([...counted, ...elsewhere].map(({ signature }) => signature));
}

/** False when the node does not give the transaction at the moment. */
async function take(
  { chain, desk }: Ports,
  house: ReadonlyMap<string, HouseWalletKind>,
  signature: string,
): Promise<boolean> {
  const transaction = await readTransaction(chain, signature);
  if (!transaction) return false;
  const payment = readPayment(transaction, house);
  if (payment) await desk.admit(payment);
  return true;
}

async function readTransaction(chain: Ports["chain"], signature: string) {
  try {
    return await chain.transaction(signature, "confirmed");
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}

async function moveCursor(db: Db, address: string, lastSignature: string): Promise<void> {
  await db
    .insert(depositCursors)
    .values({ address, lastSignature })
    .onConflictDoUpdate({ target: depositCursors.address, set: { lastSignature } });
}
