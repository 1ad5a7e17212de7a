import { sql } from "drizzle-orm";
import { walletsExport } from "../../contract/house-wallets/house-wallets.ts";
import { walletsRestored } from "../../domain/chain-postings.ts";
import { type Lamports, sum, ZERO } from "../../domain/lamports.ts";
import type { HouseWallet } from "../../domain/ledger.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { post } from "../books/ledger.ts";
import { type Db, rowsOf } from "../db/database.ts";
import { OperatorError } from "../db/operator-error.ts";
import { depositCursors } from "../db/schema/bets.ts";
import { houseVault, houseWallets } from "../db/schema/house-wallets.ts";
import { inTransaction } from "../db/transaction.ts";
import { type Chain, ChainUnavailable, type Clock, type Entropy } from "../ports.ts";
import type { WalletsExport } from "./export-wallets.ts";
import { openWalletKey, unwrapDataKey } from "./vault.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "balance" | "signaturesFor" | "slot">;
  /** This installation's network. */
  readonly network: string;
}

/** What a wallet held when it was imported, and up to where its history belongs to another installation. */
export interface RestoredWallet extends HouseWallet {
  readonly held: Lamports;
  readonly lastSignature: string | null;
}

/**
 * Imports exported wallets into an installation that has none yet (rule MONEY-33). Every key is opened and compared
 * with its address first. What the wallets hold becomes equity by one audited posting, and their history up to then is
 * left to the installation that it belongs to: the watcher begins after it, since otherwise old bets would be credited
 * again.
 *
 * @throws OperatorError that says what prevents it; nothing was changed then.
 */
export async function restoreWallets(
  ports: Ports,
  { file, masterPassword }: { readonly file: string; readonly masterPassword: string },
): Promise<readonly RestoredWallet[]> {
  const { db, clock, entropy, network } = ports;
  const exported = readExport(file);
  if (exported.network !== network) {
    throw new OperatorError(
      `The wallets are of ${exported.network}, but this installation is for ${network}.`,
    );
  }
  await mustOpen(exported, masterPassword);
  await refuseUsedHouse(db);
  const wallets = await readHoldings(ports, exported);
  const at = new Date(clock.now());
  const { salt, argon2, wrappedKey } = exported.vault;
  await inTransaction(db, async (tx) => {
    const created = await tx
      .insert(houseVault)
      .values({ id: 1, salt, argon2, wrappedKey, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: houseVault.id });
    if (created.length === 0) throw new OperatorError(HAS_WALLETS);
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
    const held = wallets
      .filter((wallet) => wallet.held > ZERO)
      .map((wallet) => ({ ...wallet, lamports: wallet.held }));
    const id = Buffer.from(entropy.bytes(12)).toString("hex");
    if (held.length > 0) await post(tx, walletsRestored({ id, held }));
    await writeAudit(tx, {
      at,
      actor: "system",
      action: "house.restore",
      after: wallets.map(({ kind, address, held: amount }) => ({ kind, address, held: amount.toString() })),
      detail: { exportedAt: exported.exportedAt, equity: sum(wallets.map((one) => one.held)).toString() },
    });
  });
  return wallets;
}

function readExport(file: string): WalletsExport {
  let json: unknown;
  try {
    json = JSON.parse(file);
  } catch {
    throw new OperatorError("The file is no export of house wallets: it is no JSON.");
  }
  const read = walletsExport.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new OperatorError(
      `The file is no export of house wallets: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim(),
    );
  }
  for (const kind of ["deposit", "hot", "treasury"] as const) {
    if (!read.data.wallets.some(({ type, isActive }) => type === kind && isActive)) {
      throw new OperatorError(`The file holds no active ${kind} wallet.`);
    }
  }
  if (new Set(read.data.wallets.map(({ address }) => address)).size < read.data.wallets.length) {
    throw new OperatorError("The file holds a wallet twice.");
  }
  return read.data;
}

async function mustOpen({ vault, wallets }: WalletsExport, masterPassword: string): Promise<void> {
  const dataKey = await unwrapDataKey(vault, masterPassword);
  if (dataKey === null) throw new OperatorError("The master password does not open the file.");
  const wrong = wallets.find((wallet) => openWalletKey(wallet, dataKey) === null);
  dataKey.fill(0);
  if (wrong) throw new OperatorError(`The key of ${wrong.address} is damaged or not its own.`);
}

const HAS_WALLETS =
  "This installation has house wallets already. Restore into an empty one, before its first start.";

async function refuseUsedHouse(db: Db): Promise<void> {
  const [used] = await rowsOf<{ wallets: boolean; books: boolean }>(
    db,
    sql`select exists (select from house_vault) or exists (select from house_wallets) as wallets,
               exists (select from ledger_postings) or exists (select from payments)
                 or exists (select from deposits) as books`,
  );
  if (used?.wallets) throw new OperatorError(HAS_WALLETS);
  if (used?.books) throw new OperatorError("This installation has books already. Restore into an empty one.");
}

const MAX_READINGS = 5;

/** Each wallet's finalized balance and its newest transaction; both from one moment, at which nothing was moving. */
async function readHoldings(
  { chain }: Ports,
  { wallets }: WalletsExport,
): Promise<readonly RestoredWallet[]> {
  const newestOf = async (address: string, commitment: "confirmed" | "finalized", asOf: bigint) =>
    (await chain.signaturesFor(address, { commitment, limit: 1, asOf }))[0]?.signature ?? null;
  try {
    for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
      const asOf = await chain.slot("finalized");
      const read: RestoredWallet[] = [];
      for (const { type: kind, address } of wallets) {
        const lastSignature = await newestOf(address, "finalized", asOf);
        read.push({ kind, address, lastSignature, held: await chain.balance(address, "finalized") });
      }
      const later = await Promise.all(wallets.map(({ address }) => newestOf(address, "confirmed", asOf)));
      if (read.every(({ lastSignature }, place) => lastSignature === later[place])) return read;
    }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new OperatorError("The node does not answer; nothing has changed.", { cause: error });
  }
  throw new OperatorError(
    "The wallets still move. Stop the other installation, and wait until what it sent is final.",
  );
}
