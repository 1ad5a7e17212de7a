import { createHash } from "node:crypto";
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from "@solana-program/memo";
import { asc, eq } from "drizzle-orm";
import { bytesToHex } from "@noble/hashes/utils.js";
import { decodeBase58 } from "../../../domain/base58.ts";
import type { EntryContent } from "../../../domain/log/entry.ts";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import type { Network } from "../../../domain/networks.ts";
import type { Result } from "../../../domain/result.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import type { Db, Queryable, Tx } from "../db/database.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { logs, notaries } from "../db/schema/public-log.ts";
import { seedChains } from "../db/schema/races.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Chain, Clock, Entropy } from "../ports.ts";
import { readRuleValues } from "../rule-log/state-rules.ts";
import { lockSettings } from "../settings/change-setting.ts";
import { appendEntries } from "./append-entries.ts";
import { type LogRow, originOf, readOpenLog } from "./read-log.ts";
import { isUsableSeedChain } from "./usable-seed-chain.ts";

export interface OpenLogPorts {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "genesisHash">;
  readonly network: Network;
  /** Where the log is read, without a scheme: `example.com`; `localhost` in local mode, on whatever port. */
  readonly host: string;
  readonly makeNotary: (entropy: Entropy) => Result<Notary, "HOUSE_LOCKED">;
}

interface Notary {
  readonly address: string;
  readonly sealedKey: string;
}

/**
 * Opens this network's log with a notary of its own, if none is open, and closes the one of another network in the same
 * transaction (rules LOG-7 and LOG-8). Waits, by doing nothing, until the house's keys are unlocked, the node says which chain it
 * is on, and the seed chain that the log names is there.
 */
export async function openLog(ports: OpenLogPorts): Promise<void> {
  const { db, clock, entropy, chain, network, makeNotary } = ports;
  if (((await readOpenLog(db))?.network ?? null) === network) return;
  if ((await readSeedChain(db, network)) === null) return;
  const made = makeNotary(entropy);
  if (!made.ok) return;
  const genesisHash = await orUnavailable(chain.genesisHash());
  if (genesisHash === null) return;
  await inTransaction(db, async (tx) => {
    // No rule changes between the opening, which names them all, and the entries after it.
    await lockSettings(tx);
    const before = await readOpenLog(tx);
    const seedChain = await readSeedChain(tx, network);
    const rules = await readRuleValues(tx);
    if (before?.network === network || seedChain === null || rules.get("network") !== network) return;
    const at = new Date(Math.max(clock.now(), before?.newestAt.getTime() ?? 0));
    await tx.insert(notaries).values({ ...made.value, createdAt: at });
    const notary = made.value.address;
    const id = logIdOf(notary);
    const origin = originOf(id, ports.host);
    const end = before === null ? null : await closeLog(tx, at, { log: before.id, next: notary });
    await tx.insert(logs).values({ id, origin, network, notary, newestAt: at });
    const opening: EntryContent = {
      kind: "open",
      format: "furlong-log-1",
      network,
      genesis_hash: genesisHash,
      origin,
      notary,
      memo_program: LEGACY_MEMO_PROGRAM_ADDRESS_V3,
      seed_chain: seedChain,
      rules: Object.fromEntries([...rules].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      before: end,
    };
    await appendEntries(tx, at, [opening, ...(await readWalletEntries(tx))]);
  });
}

/** The id follows from the notary's key, so no two logs have the same, not even after a restore. */
const logIdOf = (notary: string): string =>
  createHash("sha256")
    .update(decodeBase58(notary) ?? "")
    .digest("hex")
    .slice(0, 16);

/** Ends the open log with the notary of the next, and returns its last head. */
async function closeLog(tx: Tx, at: Date, { log, next }: { readonly log: string; readonly next: string }) {
  await appendEntries(tx, at, [{ kind: "close", notary: next }]);
  const [closed] = await tx.update(logs).set({ isOpen: false }).where(eq(logs.id, log)).returning();
  if (closed === undefined) throw new Error(`log ${log} is not there`);
  return { ...headOf(closed), slot: null };
}

const headOf = ({ origin, size, peaks }: LogRow) => ({
  origin,
  size,
  root: bytesToHex(rootOf(readFrontier(size, peaks))),
});

async function readSeedChain(q: Queryable, network: Network) {
  const [next] = await q
    .select({ tip: seedChains.tip, length: seedChains.length })
    .from(seedChains)
    .where(isUsableSeedChain(network))
    .orderBy(asc(seedChains.id))
    .limit(1);
  return next ?? null;
}

async function readWalletEntries(tx: Tx): Promise<readonly EntryContent[]> {
  const active = await tx
    .select({ address: houseWallets.address, role: houseWallets.kind })
    .from(houseWallets)
    .where(eq(houseWallets.isActive, true))
    .orderBy(asc(houseWallets.createdAt), asc(houseWallets.address));
  return active.map((wallet) => ({ kind: "wallet", ...wallet, change: "begins" }));
}
