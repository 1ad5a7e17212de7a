import { and, asc, desc, eq, lt } from "drizzle-orm";
import type { Api } from "../../../../contract/api.ts";
import type { Network } from "../../../../domain/networks.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { seedChainMemo } from "../../../../domain/memo.ts";
import { type SeedChain, openSeedChain } from "../../../../domain/seed-chain.ts";
import type { Queryable, Tx } from "../../../foundation/db/database.ts";
import { OperatorError } from "../../../foundation/db/operator-error.ts";
import { queueAnchor } from "../../../foundation/books/payments.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";
import { seedChains } from "../../../foundation/db/schema/races.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { isUsableSeedChain } from "../../../foundation/public-log/usable-seed-chain.ts";
import { openRoot, sealRoot } from "./sealed-root.ts";

/** Number of seeds in a chain: enough for years of hourly races, or six weeks of races without a pause. */
const SEED_CHAIN_LENGTH = 100_000;

const ROOT_BYTES = 32;

/** The database holds a chain that this installation's seed key does not open. Nothing may continue without it. */
export class SeedKeyMismatch extends OperatorError {
  override readonly name = "SeedKeyMismatch";
}

interface Ports {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly seedKey: Uint8Array;
  /** Number of seeds in chains created from now on. */
  readonly chainLength?: number;
}

/** A seed given to one race: number `index` of its chain. */
export interface TakenSeed {
  readonly chainId: number;
  readonly index: number;
  readonly seed: string;
}

/** The secret seeds, opened with the seed key and held only in this process (rules FAIR-7 and FAIR-8). */
export interface SeedVault {
  /** Opens every chain of the database. Throws `SeedKeyMismatch`. */
  checkKey(q: Queryable): Promise<void>;
  /** The seed with this number of a stored chain. */
  seedOf(q: Queryable, chainId: number, index: number): Promise<string>;
  /**
   * Computes what the next transaction needs, outside of it: a chain takes a quarter of a second, and on a busy machine
   * longer than a transaction may stand still.
   */
  makeReady(q: Queryable): Promise<void>;
  /** Makes sure that the network has a chain with seeds left, which the public log names when it opens (rule LOG-7). */
  prepareChain(tx: Tx, network: Network): Promise<void>;
  /**
   * Gives the next seed of the network's oldest chain that has one left, strictly in order, and counts it as consumed.
   * Creates a chain if there is none. Null while the chain's end is not yet anchored on that network.
   */
  takeSeed(tx: Tx, options: { network: Network; anchored: boolean }): Promise<TakenSeed | null>;
}

/** Whether the database holds sealed seeds, which only their own seed key opens (rule FAIR-8). */
export const hasSeeds = async (q: Queryable): Promise<boolean> =>
  (await q.select({ id: seedChains.id }).from(seedChains).limit(1)).length > 0;

export function seedVault(ports: Ports): SeedVault {
  /** Opened chains by their tips; opening one takes a quarter of a second. */
  const opened = new Map<string, SeedChain>();
  let spare: { readonly root: string; readonly chain: SeedChain } | null = null;

  function rootOf(row: typeof seedChains.$inferSelect): string {
    const root = openRoot(row.sealedRoot, { tip: row.tip, seedKey: ports.seedKey });
    if (root !== null) return root;
    throw new SeedKeyMismatch(
      `The seed key of this data folder does not open seed chain ${row.id} of the database. ` +
        "Restore the seed-key file that belongs to this database.",
    );
  }

  function open(row: typeof seedChains.$inferSelect): SeedChain {
    const known = opened.get(row.tip);
    if (known) return known;
    const chain = openSeedChain(rootOf(row), row.length);
    if (chain.tip !== row.tip) throw new Error(`Seed chain ${row.id} does not end in its published tip`);
    opened.set(row.tip, chain);
    return chain;
  }

  function make() {
    const root = Buffer.from(ports.entropy.bytes(ROOT_BYTES)).toString("hex");
    return { root, chain: openSeedChain(root, ports.chainLength ?? SEED_CHAIN_LENGTH) };
  }

  async function create(tx: Tx, network: Network) {
    const { root, chain } = spare ?? make();
    // Never stored twice, whatever becomes of the transaction.
    spare = null;
    opened.set(chain.tip, chain);
    return insertChain(tx, ports, { network, root, tip: chain.tip, length: chain.length });
  }

  /** The chain whose seeds are used next; a new one if none is left. */
  async function lockChain(tx: Tx, network: Network) {
    const [row] = await tx
      .select()
      .from(seedChains)
      .where(isUsableSeedChain(network))
      .orderBy(asc(seedChains.id))
      .limit(1)
      .for("update");
    return row ?? (await create(tx, network));
  }

  return {
    async checkKey(q) {
      for (const row of await q.select().from(seedChains)) rootOf(row);
    },

    async seedOf(q, chainId, index) {
      const [row] = await q.select().from(seedChains).where(eq(seedChains.id, chainId));
      if (!row) throw new Error(`Seed chain ${chainId} is not in the database`);
      return open(row).seedAt(index);
    },

    async makeReady(q) {
      const isUsable = and(eq(seedChains.isAbandoned, false), lt(seedChains.consumed, seedChains.length));
      const rows = await q.select().from(seedChains).where(isUsable);
      for (const row of rows) open(row);
      if (rows.length === 0) spare ??= make();
    },

    async prepareChain(tx, network) {
      await lockChain(tx, network);
    },

    async takeSeed(tx, { network, anchored }) {
      const chain = await lockChain(tx, network);
      if (anchored && !(await isAnchored(tx, chain.anchorPaymentId))) return null;
      const index = chain.consumed + 1;
      await tx.update(seedChains).set({ consumed: index }).where(eq(seedChains.id, chain.id));
      return { chainId: chain.id, index, seed: open(chain).seedAt(index) };
    },
  };
}

interface NewChain {
  readonly network: Network;
  readonly root: string;
  readonly tip: string;
  readonly length: number;
}

async function insertChain(
  tx: Tx,
  { clock, entropy, seedKey }: Ports,
  { network, root, tip, length }: NewChain,
) {
  const createdAt = new Date(clock.now());
  const anchorPaymentId = `seed-chain-${tip.slice(0, 16)}`;
  await queueAnchor(tx, { id: anchorPaymentId, memo: seedChainMemo({ tip, length }), createdAt });
  const [row] = await tx
    .insert(seedChains)
    .values({
      network,
      tip,
      length,
      sealedRoot: sealRoot(root, { tip, seedKey, entropy }),
      anchorPaymentId,
      createdAt,
    })
    .returning();
  if (!row) throw new Error("A new seed chain was not stored");
  return row;
}

async function isAnchored(q: Queryable, paymentId: string | null): Promise<boolean> {
  if (paymentId === null) return false;
  const [payment] = await q
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return payment?.status === "completed";
}

/** The chain in use and those before it, newest first (rule FAIR-7). */
export async function publishedChains(q: Queryable): Promise<Omit<Reply<Api["getSeedChain"]>, "log">> {
  const [chain = null, ...earlier] = await q
    .select({
      tip: seedChains.tip,
      length: seedChains.length,
      consumed: seedChains.consumed,
      anchor: payments.signature,
      created_at: seedChains.createdAt,
    })
    .from(seedChains)
    .leftJoin(payments, eq(payments.id, seedChains.anchorPaymentId))
    .orderBy(desc(seedChains.id));
  return { chain, earlier };
}
