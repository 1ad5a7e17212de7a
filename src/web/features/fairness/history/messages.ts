import type { Counts } from "../../../../domain/history/coverage.ts";
import type { Fault } from "../../../../domain/history/fault.ts";
import type { RunPhase } from "../export-run/run-phase.ts";
import type { CheckedHistory, ReadMemos } from "./checked-history.ts";

/** A chain node that the visitor wants to be asked. */
export interface ChosenNode {
  readonly url: string;
  /** Genesis hash of the chain that holds the money, according to the server. */
  readonly genesisHash: string | null;
}

/** From the page to the worker. */
export type HistoryOrder =
  | { readonly type: "run"; readonly node: ChosenNode | null }
  | { readonly type: "pause" }
  | { readonly type: "forget" }
  /** Requests a report. */
  | { readonly type: "report" };

export interface HistoryProgress {
  readonly phase: RunPhase;
  /** Why it failed, in the browser's or the server's own words. */
  readonly problem: string | null;
  /** The current step: the records themselves, or their memos on the chain. */
  readonly part: "records" | "memos";
  readonly records: number;
  /** Number of records known to be published. */
  readonly published: number;
  readonly races: number;
  readonly racesPerSecond: number | null;
  /** The day whose file is being read. */
  readonly day: string | null;
  readonly days: number;
  readonly faults: readonly Fault[];
  readonly faultCount: number;
  /** Bets whose winnings are on their way. */
  readonly openWinnings: number;
  /** Refunds whose row in the rule log may still come. */
  readonly openRefunds: number;
  /** How much of the history its proofs cover. */
  readonly coverage: Counts;
  readonly doneAt: number | null;
  readonly chain: ReadMemos;
}

/** From the worker to the page. */
export type HistoryMessage =
  | { readonly type: "progress"; readonly progress: HistoryProgress }
  | { readonly type: "report"; readonly check: CheckedHistory };
