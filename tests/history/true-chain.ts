import {
  exportMemo,
  liabilitiesMemo,
  lockMemo,
  resultMemo,
  refundMemo,
  seedChainMemo,
} from "../../src/domain/memo.ts";
import { lamports } from "../../src/domain/lamports.ts";
import type { AskNode } from "../../src/web/features/fairness/verifier/node-answers.ts";

const HOUSE = "House";
const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const SYSTEM = "1".repeat(32);
const SLOTS_AFTER_LOCK = 4;
export const GENESIS = "GenesisOfThisChain";

interface Transaction {
  readonly slot: number;
  readonly memo: string;
  /** `HOUSE` unless it is another wallet. */
  readonly payer?: string;
  readonly transfer?: { readonly destination: string; readonly lamports: number };
}

type Put = (signature: string | null, slot: number, memo: string, payer?: string) => void;

/** A chain that holds everything that a history refers to. */
export interface TrueChain {
  readonly transactions: Map<string, Transaction>;
  /** Block hashes by slot. */
  readonly blocks: Map<number, string>;
  /** Seconds since the Unix epoch at which the slots of the holdings had their block. */
  readonly blockTimes: Map<number, number>;
  readonly ask: AskNode;
}

// oxlint-disable-next-line typescript/no-explicit-any -- records exactly as their lines have them
type Loose = any;

/** The chain as it was when the history with these lines was made. */
export function trueChain(lines: Iterable<string>): TrueChain {
  const transactions = new Map<string, Transaction>();
  const blocks = new Map<number, string>();
  const blockTimes = new Map<number, number>();
  const put: Put = (signature, slot, memo, payer = HOUSE) => {
    if (signature !== null) transactions.set(signature, { slot, memo, payer });
  };
  for (const line of lines) {
    const record = JSON.parse(line) as Loose;
    if (record.kind === "seed-chain") put(record.anchor, 1, seedChainMemo(record));
    if (record.kind === "day") put(record.anchor, 1, exportMemo(record));
    if (record.kind === "liabilities") {
      const payer: string = record.holdings[0].address;
      transactions.set(record.anchor, { slot: 1, memo: memoOfOwed(record), payer });
      blockTimes.set(Number(record.slot), Math.floor(Date.parse(record.taken_at) / 1000));
    }
    if (record.kind === "payout" && record.signature !== null) {
      const transfer = { destination: record.wallet, lamports: Number(record.lamports) };
      transactions.set(record.signature, { slot: 1, memo: `furlong:1:payout ${record.payment}`, transfer });
    }
    if (record.kind === "race") putRace(record.race, put, blocks);
  }
  return { transactions, blocks, blockTimes, ask: nodeOf({ transactions, blocks, blockTimes }) };
}

const amount = (text: string) => lamports(BigInt(text));

const memoOfOwed = ({ taken_at: at, root, total, count, slot, holdings }: Loose): string =>
  liabilitiesMemo({
    at: new Date(at),
    root,
    total: amount(total),
    count,
    slot: BigInt(slot),
    holdings: amount(holdings[0].lamports),
  });

function putRace(race: Loose, put: Put, blocks: Map<number, string>): void {
  const { id: raceId, anchors, beacon, server_seed: serverSeed, lockedBets, places } = race;
  const announced = beacon?.announcedSlot ?? 100;
  if (anchors.commit !== null) {
    const { signature, slot, checkpoint, notary } = anchors.commit;
    put(signature, slot, checkpoint, notary);
  }
  if (lockedBets !== null) {
    const { pool, bets } = lockedBets;
    const locked = { raceId, pool: amount(pool), count: bets.length, root: race.betsRoot };
    put(anchors.lock, announced - SLOTS_AFTER_LOCK, lockMemo(locked), race.lock_wallet);
  }
  if (beacon !== null && beacon.blockhash !== null) blocks.set(beacon.slot, beacon.blockhash);
  const result =
    race.winning_horse === null
      ? refundMemo({ raceId, serverSeed })
      : resultMemo({ raceId, serverSeed, finalNonce: race.nonce, places });
  put(anchors.result, announced + 60, result);
}

const transfersOf = ({ transfer }: Transaction) =>
  transfer === undefined ? [] : [{ programId: SYSTEM, parsed: { type: "transfer", info: transfer } }];

const nodeOf =
  ({ transactions, blocks, blockTimes }: Omit<TrueChain, "ask">): AskNode =>
  async (method, [first]) => {
    switch (method) {
      case "getGenesisHash":
        return GENESIS;
      case "getTransaction": {
        const found = transactions.get(String(first));
        if (found === undefined) return null;
        const message = {
          accountKeys: [{ pubkey: found.payer ?? HOUSE }],
          instructions: [{ programId: MEMO, parsed: found.memo }, ...transfersOf(found)],
        };
        return { slot: found.slot, meta: { err: null }, transaction: { message } };
      }
      case "getSignaturesForAddress":
        return [];
      case "getSignatureStatuses":
        return { value: (first as string[]).map((signature) => transactions.get(signature) ?? null) };
      case "getBlocksWithLimit": {
        // Some slots have no block, but never three in a row from a requested slot.
        const from = Number(first);
        const next = [from, from + 1, from + 2].find((slot) => blocks.has(slot));
        return next === undefined ? [] : [next];
      }
      case "getBlock":
        return { blockhash: blocks.get(Number(first)), parentSlot: Number(first) - 2 };
      case "getBlockTime":
        return blockTimes.get(Number(first)) ?? null;
      default:
        throw new Error(method);
    }
  };
