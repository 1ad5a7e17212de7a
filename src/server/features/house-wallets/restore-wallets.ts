import { sql } from "drizzle-orm";
import { walletsRestored } from "../../../domain/chain-postings.ts";
import { type Lamports, sum, ZERO } from "../../../domain/lamports.ts";
import { type HouseWallet, houseWalletKinds } from "../../../domain/ledger.ts";
import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { post } from "../../foundation/books/ledger.ts";
import { restoredId } from "../../foundation/books/restored-history.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { type Db, type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { depositCursors } from "../../foundation/db/schema/bets.ts";
import { houseVault, houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import { inParallel } from "../../foundation/in-parallel.ts";
import { type Chain, type Clock, MAX_ACCOUNTS } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import type { WalletsExport } from "./export-wallets.ts";
import { openWalletKey, type UnlockRefusal, type Vault } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "balances" | "signaturesFor">;
  readonly vault: Pick<Vault, "unwrapExport">;
}

interface Request {
  readonly exported: WalletsExport;
  readonly masterPassword: string;
  /** The admin's wallet; `system` for the command. */
  readonly by: string;
}

/** What a wallet held when it was imported, and up to where its history belongs to another installation. */
export interface RestoredWallet extends HouseWallet {
  readonly balance: Lamports;
  readonly lastSignature: string | null;
}

export type RestoreRefusal =
  | Exclude<UnlockRefusal, "HOUSE_NOT_INITIALIZED">
  | "HOUSE_INITIALIZED"
  | "HOUSE_HAS_BOOKS"
  | "EXPORT_OF_OTHER_NETWORK"
  | "INVALID_INPUT"
  | "EXPORT_KEY_DAMAGED"
  | "WALLETS_STILL_MOVE"
  | "CHAIN_UNAVAILABLE";

/**
 * Imports exported wallets into an installation that has none yet (rule MONEY-33). Every key is opened and compared
 * with its address first. What the wallets hold becomes equity by one audited posting, and their history up to then is
 * left to the installation that it belongs to, since otherwise old bets would be credited again. All of it is stored in
 * one transaction; a refusal stores nothing.
 */
export async function restoreWallets(
  ports: Ports,
  { exported, masterPassword, by }: Request,
): Promise<Result<readonly RestoredWallet[], RestoreRefusal>> {
  const { db, clock, vault } = ports;
  const unfit = checkContent(exported) ?? (await findObstacle(db, exported));
  if (unfit !== null) return unfit;
  const opened = await vault.unwrapExport(exported.vault, masterPassword, by);
  if (!opened.ok) return opened;
  const damaged = exported.wallets.findIndex((wallet) => openWalletKey(wallet, opened.value) === null);
  opened.value.fill(0);
  if (damaged !== -1) {
    return refuse("EXPORT_KEY_DAMAGED", {
      field: `export.wallets.${damaged}.sealedKey`,
      message: `The key of ${exported.wallets[damaged]?.address} is damaged or not its own.`,
    });
  }
  const read = await readHoldings(ports, exported);
  if (!read.ok) return read;
  const { wallets, upTo } = read.value;
  const at = new Date(clock.now());
  return inTransaction(db, async (tx) => {
    // A change of the network takes this lock for itself: the slot is of the network that the data belongs to.
    await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended('furlong network', 0))`);
    const since = await findObstacle(tx, exported);
    if (since !== null) return since;
    const { salt, argon2, wrappedKey } = exported.vault;
    const created = await tx
      .insert(houseVault)
      .values({ id: 1, salt, argon2, wrappedKey, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: houseVault.id });
    if (created.length === 0) return refuse("HOUSE_INITIALIZED");
    await tx.insert(houseWallets).values(
      exported.wallets.map(({ type: kind, address, isActive, sealedKey, createdAt }) => ({
        kind,
        address,
        isActive,
        sealedKey,
        createdAt,
      })),
    );
    const cursors = wallets.filter(({ lastSignature }) => lastSignature !== null);
    if (cursors.length > 0) {
      await tx
        .insert(depositCursors)
        .values(cursors.map(({ address, lastSignature }) => ({ address, lastSignature })));
    }
    // Also when nothing is held: it says where the books begin.
    const balances = wallets
      .filter((wallet) => wallet.balance > ZERO)
      .map((wallet) => ({ ...wallet, lamports: wallet.balance }));
    await post(tx, walletsRestored({ id: restoredId(exported.network, upTo), balances }));
    await writeAudit(tx, {
      at,
      actor: by,
      action: "house.restore",
      after: wallets.map(({ kind, address, balance: amount }) => ({
        kind,
        address,
        held: amount.toString(),
      })),
      detail: {
        exportedAt: exported.exportedAt,
        upTo: upTo.toString(),
        equity: equityOf(wallets).toString(),
      },
    });
    return ok(wallets);
  });
}

/** What the wallets hold together: the house's equity from then on. */
export const equityOf = (wallets: readonly RestoredWallet[]): Lamports =>
  sum(wallets.map(({ balance }) => balance));

function checkContent({ wallets }: WalletsExport): Refused<"INVALID_INPUT"> | null {
  const field = "export.wallets";
  for (const kind of houseWalletKinds) {
    if (!wallets.some(({ type, isActive }) => type === kind && isActive))
      return refuse("INVALID_INPUT", { field, message: `The file holds no active ${kind} wallet.` });
  }
  if (new Set(wallets.map(({ address }) => address)).size < wallets.length)
    return refuse("INVALID_INPUT", { field, message: "The file holds a wallet twice." });
  return null;
}

/** Why this installation cannot take the wallets; null if it can. */
async function findObstacle(
  q: Queryable,
  { network }: WalletsExport,
): Promise<Refused<"EXPORT_OF_OTHER_NETWORK" | "HOUSE_INITIALIZED" | "HOUSE_HAS_BOOKS"> | null> {
  const settings = await readSettings(q);
  if (settings.network !== network) {
    return refuse("EXPORT_OF_OTHER_NETWORK", {
      field: "export.network",
      message: `The wallets are of ${network}, but this installation is for ${settings.network}.`,
    });
  }
  const [used] = await rowsOf<{ wallets: boolean; books: boolean }>(
    q,
    sql`select exists (select from house_vault) or exists (select from house_wallets) as wallets,
               exists (select from ledger_postings) or exists (select from payments)
                 or exists (select from deposits) as books`,
  );
  if (used?.wallets) return refuse("HOUSE_INITIALIZED");
  return used?.books ? refuse("HOUSE_HAS_BOOKS") : null;
}

interface Holdings {
  readonly wallets: readonly RestoredWallet[];
  /** The slot up to which everything that reached or left the wallets is in what they hold. */
  readonly upTo: bigint;
}

const PARALLEL_READS = 8;

/**
 * Each wallet's balance and its newest transaction. Had one landed since the first of the balances, it would be unknown
 * whether they hold it: the other installation still runs.
 */
async function readHoldings(
  { chain }: Ports,
  { wallets }: WalletsExport,
): Promise<Result<Holdings, "CHAIN_UNAVAILABLE" | "WALLETS_STILL_MOVE">> {
  const addresses = wallets.map(({ address }) => address);
  const balances: Lamports[] = [];
  const slots: bigint[] = [];
  const newest = new Map<string, { readonly signature: string; readonly slot: bigint }>();
  const read = await orUnavailable(
    (async () => {
      for (let first = 0; first < addresses.length; first += MAX_ACCOUNTS) {
        const part = await chain.balances(addresses.slice(first, first + MAX_ACCOUNTS));
        balances.push(...part.lamports);
        slots.push(part.slot);
      }
      const asOf = maxOf(slots);
      await inParallel(addresses, PARALLEL_READS, async (address) => {
        const [last] = await chain.signaturesFor(address, { limit: 1, asOf });
        if (last !== undefined) newest.set(address, last);
      });
      return { since: minOf(slots), upTo: asOf };
    })(),
  );
  if (read === null) return refuse("CHAIN_UNAVAILABLE");
  if ([...newest.values()].some(({ slot }) => slot > read.since)) return refuse("WALLETS_STILL_MOVE");
  return ok({
    upTo: read.upTo,
    wallets: wallets.map(({ type: kind, address }, index) => ({
      kind,
      address,
      balance: balances[index] ?? ZERO,
      lastSignature: newest.get(address)?.signature ?? null,
    })),
  });
}

const maxOf = (slots: readonly bigint[]) => slots.reduce((most, slot) => (slot > most ? slot : most));
const minOf = (slots: readonly bigint[]) => slots.reduce((least, slot) => (slot < least ? slot : least));
