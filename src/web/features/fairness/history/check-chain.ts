import { networkWith } from "../../../../domain/genesis-hashes.ts";
import { exportRecord, type ExportRecord } from "../../../../contract/export/export-records.ts";
import { differs } from "../../../../domain/history/difference.ts";
import { type Fault, faultsOf } from "../../../../domain/history/fault.ts";
import { chainLine } from "../../../../domain/history/history.ts";
import { networkInForce } from "../../../../domain/history/rules-in-force.ts";
import { exportMemo, seedChainMemo } from "../../../../domain/memo.ts";
import { compareAnchor } from "../owed/compare-anchor.ts";
import type { Finding } from "../verifier/finding.ts";
import { type AskNode, compareWith, memoOf } from "../verifier/node-answers.ts";
import { type ChainCheck, readChain } from "../verifier/read-chain.ts";
import type { Turn } from "./check-export.ts";
import { type CheckedHistory, withFaults } from "./checked-history.ts";
import { type ExportSource, ExportUnread } from "../export-run/export-source.ts";
import { comparePayout } from "./read-payout.ts";

interface ChainPorts {
  readonly source: Pick<ExportSource, "page">;
  readonly ask: AskNode;
  /** Genesis hash of the chain that holds the money, according to the server; null if unknown. */
  readonly genesisHash: string | null;
  readonly turn: Turn;
}

/** One memo or block that a record refers to, and the rule that it serves. */
interface Named {
  readonly rule: string;
  readonly read: () => Promise<Finding>;
}

/**
 * Compares what the records refer to on the chain with what a node has: commitments, locks, beacons, results, payouts,
 * the hashes of the days and what was owed (rule HISTORY-4). Sends one request after another, continuing after the last
 * record whose memos were read. The records have to be those that were checked, which came from the files of the days.
 *
 * @throws ExportUnread if the node does not answer: what was not read is not checked.
 */
export async function checkChain(
  savedCheck: CheckedHistory,
  { source, ask, genesisHash, turn }: ChainPorts,
): Promise<CheckedHistory> {
  let check = savedCheck;
  await requireNetwork(savedCheck, { ask, genesisHash });
  const last = check.state.seq;
  const asking = rememberOne(ask);
  for (let from: number | null = check.chain.seq + 1; from !== null && from <= last;) {
    const { records, nextCursor } = await source.page(from);
    for (const [at, line] of records.slice(0, last + 1 - from).entries()) {
      check = await checkMemos(check, { line, seq: from + at, asking });
      await turn({ check, published: check.state.seq, day: null, isKeepable: true });
    }
    from = nextCursor;
  }
  return withFaults(check, readAnew(check));
}

/** The node has to be one of the network that the history itself names as the newest (rule EXPORT-10). */
async function requireNetwork(
  { state }: CheckedHistory,
  { ask, genesisHash }: Pick<ChainPorts, "ask" | "genesisHash">,
): Promise<void> {
  const found = String(await ask("getGenesisHash", []));
  const network = networkInForce(state.rules);
  const isOther = network !== null && networkWith(found) !== network;
  if (isOther || (genesisHash !== null && found !== genesisHash))
    throw new ExportUnread(`EXPORT-10: getGenesisHash: ${found}, ${network ?? "–"}`);
}

/** Asks a node, and remembers the answer about a transaction that many records name. */
type Asking = (repeated: string | null) => AskNode;

/** The end of a seed chain is named by each of its races, and one chain follows another: one answer is enough. */
function rememberOne(ask: AskNode): Asking {
  let known: { readonly signature: string; readonly answer: unknown } | null = null;
  return (repeated) => async (method, params) => {
    if (repeated === null || method !== "getTransaction" || params[0] !== repeated)
      return ask(method, params);
    if (known?.signature !== repeated) known = { signature: repeated, answer: await ask(method, params) };
    return known.answer;
  };
}

/** Whether the records whose memos were read are those that were checked (rule EXPORT-1). */
function readAnew({ state, chain }: CheckedHistory): readonly Fault[] {
  if (chain.seq === state.seq && chain.digest === state.digest) return [];
  const found = chain.seq === state.seq ? "other records" : `records up to ${chain.seq}`;
  const differences = differs("EXPORT-1", `the records up to ${state.seq} as they were checked`, found);
  return faultsOf(differences, { seq: state.seq, race: null });
}

async function checkMemos(
  check: CheckedHistory,
  { line, seq, asking }: { readonly line: string; readonly seq: number; readonly asking: Asking },
): Promise<CheckedHistory> {
  const read = exportRecord.safeParse(jsonOf(line));
  let { memos, missing } = check.chain;
  const faults: Fault[] = [];
  // Invalid records were reported when the records were checked.
  for (const { rule, read: compare } of read.success ? namedBy(read.data, asking) : []) {
    const finding = await compare();
    if (finding.state === "unread") throw new ExportUnread(finding.why);
    if (finding.state === "missing" || finding.state === "pending") missing += 1;
    if (finding.state === "checked" || finding.state === "differs") memos += 1;
    if (finding.state === "differs") {
      const difference = { rule, expected: finding.found, found: finding.said };
      faults.push(...faultsOf([difference], { seq, race: read.success ? raceOf(read.data) : null }));
    }
  }
  const digest = chainLine(check.chain.digest, line);
  return withFaults({ ...check, chain: { ...check.chain, seq, digest, memos, missing } }, faults);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    console.debug("A record is no JSON.", error);
    return null;
  }
}

function raceOf(record: ExportRecord): string | null {
  if (record.kind === "race") return record.race.id;
  return record.kind === "payout" ? record.race : null;
}

const raceMemos = {
  commitment: "FAIR-12",
  lock: "FAIR-15",
  beaconBlock: "FAIR-10",
  result: "FAIR-12",
} as const satisfies Partial<Record<ChainCheck, string>>;

function namedBy(record: ExportRecord, asking: Asking): readonly Named[] {
  const ask = asking(null);
  const memo = (rule: string, signature: string, text: string): Named => ({
    rule,
    read: async () => compareWith(text, await memoOf(ask, signature)),
  });
  switch (record.kind) {
    case "seed-chain":
      return [memo("FAIR-7", record.anchor, seedChainMemo(record))];
    case "race":
      return raceChecks(record.race, asking(record.race.seed_chain.anchor));
    case "day":
      return [memo("EXPORT-5", record.anchor, exportMemo(record))];
    case "liabilities":
      return [
        {
          rule: "OWED-6",
          read: () => compareAnchor(ask, { ...record, at: record.taken_at }, record.anchor),
        },
      ];
    case "payout":
      return [{ rule: "MONEY-10", read: () => comparePayout(ask, record) }];
    case "reversal":
    case "rule":
      return [];
  }
}

type ExportedRace = Extract<ExportRecord, { kind: "race" }>["race"];

const raceChecks = (race: ExportedRace, ask: AskNode): readonly Named[] =>
  Object.entries(raceMemos).map(([check, rule]) => ({
    rule,
    read: () => readChain(check as keyof typeof raceMemos, verified(race), { ask, genesisHash: null }),
  }));

/** In the form of the verify call, whose checks these are: they need neither paths nor payouts. */
const verified = (race: ExportedRace) => ({
  ...race,
  logged: null,
  settlement: { ...race.settlement, payouts: [] },
  lockedBets: race.lockedBets && {
    ...race.lockedBets,
    bets: race.lockedBets.bets.map((bet) => ({ ...bet, path: "" })),
  },
});
