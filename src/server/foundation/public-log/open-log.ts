import { createHash } from "node:crypto";
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from "@solana-program/memo";
import { asc, eq } from "drizzle-orm";
import { bytesToHex } from "@noble/hashes/utils.js";
import { decodeBase58 } from "../../../domain/base58.ts";
import type { EntryContent } from "../../../domain/log/entry.ts";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import type { Network } from "../../../domain/networks.ts";
import type { Result } from "../../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import type { Db, Queryable, Tx } from "../db/database.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { logs, notaries } from "../db/schema/public-log.ts";
import { seedChains } from "../db/schema/races.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Chain, Clock, Entropy } from "../ports.ts";
import { readRuleValues } from "../rule-log/state-rules.ts";
import { lockSettings } from "../settings/change-setting.ts";
import { readNewestAnchor } from "./anchors.ts";
import { appendEntries } from "./append-entries.ts";
import type { AnchoredHead } from "./compare-with-chain.ts";
import { type LogRow, originOf, readLog, readOpenLog } from "./read-log.ts";
import { readTimeline } from "./timeline.ts";
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
  if (((await readOpenLog(ports.db))?.network ?? null) === ports.network) return;
  await replaceLog(ports, (before) => before?.network !== ports.network);
}

interface ReplacedLog {
  /** Of the log that is open now. */
  readonly id: string;
  /** Whether the one before ended without a `close`. */
  readonly isLost: boolean;
}

interface EndedByOperator {
  /** The head that the chain has and the log does not; null if there is none. */
  readonly lost: AnchoredHead | null;
  readonly prepareSeedChain: PrepareSeedChain;
}

/** Makes sure that the network has a seed chain whose seeds races may use. */
export type PrepareSeedChain = (tx: Tx, network: Network) => Promise<void>;

/**
 * Ends the open log and opens the next one, each with a notary of its own, as {@link openLog} does.
 *
 * @param isWanted decides in the transaction, by the log that is open then.
 * @param ending when an operator ends the log.
 * @returns null if it has to wait, or is not wanted.
 */
export async function replaceLog(
  ports: OpenLogPorts,
  isWanted: (before: LogRow | null) => boolean,
  ending?: EndedByOperator,
): Promise<ReplacedLog | null> {
  const { db, clock, entropy, chain, network, makeNotary } = ports;
  const hasSeeds = async (q: Queryable) => ending !== undefined || (await readSeedChain(q, network)) !== null;
  if (!(await hasSeeds(db))) return null;
  const made = makeNotary(entropy);
  if (!made.ok) return null;
  const genesisHash = await orUnavailable(chain.genesisHash());
  if (genesisHash === null) return null;
  return inTransaction(db, async (tx) => {
    // No rule changes between the opening, which names them all, and the entries after it.
    await lockSettings(tx);
    const before = await readOpenLog(tx);
    const rules = await readRuleValues(tx);
    if (!isWanted(before) || !(await hasSeeds(tx)) || rules.get("network") !== network) return null;
    const at = new Date(Math.max(clock.now(), before?.newestAt.getTime() ?? 0));
    await tx.insert(notaries).values({ ...made.value, createdAt: at });
    const notary = made.value.address;
    const id = logIdOf(notary);
    const origin = originOf(id, ports.host);
    const end =
      before === null
        ? null
        : await endLog(tx, at, {
            log: before,
            isCompared: ending !== undefined,
            lost: ending?.lost ?? null,
            next: notary,
          });
    await tx
      .insert(logs)
      .values({ id, origin, network, notary, newestAt: at, timeline: await readTimeline(tx) });
    // Whatever seeds there were are abandoned with a log that lost entries.
    await ending?.prepareSeedChain(tx, network);
    const seedChain = await readSeedChain(tx, network);
    if (seedChain === null) throw new Error(`no seed chain of ${network} is left`);
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
    const isLost = before !== null && (await readLog(tx, before.id)).isLost;
    if (ending !== undefined && before !== null) {
      const detail = { isLost, next: origin };
      await writeAudit(tx, { at, actor: "system", action: "server.end-log", subject: before.origin, detail });
    }
    return { id, isLost };
  });
}

/** The id follows from the notary's key, so no two logs have the same, not even after a restore. */
const logIdOf = (notary: string): string =>
  createHash("sha256")
    .update(decodeBase58(notary) ?? "")
    .digest("hex")
    .slice(0, 16);

interface Ending {
  readonly log: LogRow;
  /** Whether it was compared with the chain just now. */
  readonly isCompared: boolean;
  readonly lost: AnchoredHead | null;
  /** The next log's notary. */
  readonly next: string;
}

/**
 * Ends the open log and returns its last head. One that lost entries has no `close`: at that index another entry is
 * anchored, and whoever signed both would be a liar (rule LOG-12).
 */
async function endLog(tx: Tx, at: Date, { log, isCompared, lost, next }: Ending): Promise<BeforeLog> {
  // One that was restored and never compared may have lost entries.
  const isLost = lost !== null || log.differsSince !== null || (!isCompared && log.restoredAt !== null);
  if (!isLost) await appendEntries(tx, at, [{ kind: "close", notary: next }]);
  const [ended] = await tx.update(logs).set({ isOpen: false, isLost }).where(eq(logs.id, log.id)).returning();
  if (ended === undefined) throw new Error(`log ${log.id} is not there`);
  const { origin } = ended;
  if (lost !== null) return { origin, size: lost.size, root: lost.root, slot: Number(lost.slot) };
  if (!isLost) return { ...headOf(ended), slot: null };
  const anchor = await readNewestAnchor(tx, log.id);
  return anchor && { origin, size: anchor.size, root: anchor.root, slot: Number(anchor.slot) };
}

type BeforeLog = Extract<EntryContent, { readonly kind: "open" }>["before"];

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
