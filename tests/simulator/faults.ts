import type { Random } from "./random.ts";

/** What can go wrong with a write to the database: a statement or a whole transaction. */
const writeFaults = [
  "crash before commit",
  "crash after commit",
  "connection lost, committed",
  "connection lost, not committed",
  "conflict",
] as const;

/** What can go wrong with a read of the database. */
const readFaults = ["crash before commit", "connection refused"] as const;

/** What can go wrong with a call to the chain. */
const askFaults = [
  "no answer",
  "answer lost",
  "stale node",
  "slow answer",
  "crash before",
  "crash after",
] as const;

/** The node that answers is current, but knows nothing older: it was restored from a snapshot, or pruned. */
const FORGETTING = "forgetful node";

/** What can go wrong with bytes on their way to the network. */
const sendFaults = [
  "no answer",
  "answer lost",
  "slow answer",
  "crash before",
  "crash after",
  "dropped",
  "delayed",
  "duplicated",
] as const;

/** What can go wrong with a node's notifications: one is lost, or all of them for a while from then on. */
const newsFaults = ["news lost", "news end"] as const;

export type FaultKind =
  | (typeof writeFaults)[number]
  | (typeof readFaults)[number]
  | (typeof askFaults)[number]
  | typeof FORGETTING
  | (typeof sendFaults)[number]
  | (typeof newsFaults)[number];

/** The product's writes, named by what they store; see `stepOf` in step-kinds.ts. */
const writeSteps = [
  "create seed chain",
  "open race",
  "open betting",
  "start countdown",
  "lock race",
  "announce beacon",
  "start race",
  "complete race",
  "settle race",
  "refund race",
  "refund settled race",
  "refund bet",
  "prepare bet",
  "place bet",
  "repeat bet",
  "start repeat",
  "end repeat",
  "admit payment",
  "expire bets",
  "move cursor",
  "store attempt",
  "complete payment",
  "withdraw",
  "claim",
  "sweep",
  "take lease",
  "renew lease",
  "move house money",
  "change setting",
  "approve request",
  "queue special race",
] as const;
export type WriteStep = (typeof writeSteps)[number] | "other write";

export const askSteps = [
  "slot",
  "tip",
  "latest blockhash",
  "balance",
  "signature statuses",
  "transaction",
  "first available block",
  "signatures for",
  "first block from",
  "recent fees",
] as const;

/** Calls about a node's history. */
export const historicSteps = [
  "signature statuses",
  "transaction",
  "first available block",
  "signatures for",
] as const;

export type StepKind = WriteStep | "read" | (typeof askSteps)[number] | "send" | "news";

const singleStatements: ReadonlySet<string> = new Set([
  "prepare bet",
  "expire bets",
  "move cursor",
  "take lease",
  "renew lease",
]);

/** Every pair of fault and step that must occur at least once in a full run. */
export function declaredPairs(): readonly (readonly [FaultKind, StepKind])[] {
  return [
    ...writeSteps.flatMap((step) =>
      writeFaults
        // A single statement is not retried on a conflict, and no conflict can hit it.
        .filter((fault) => fault !== "conflict" || (!singleStatements.has(step) && step !== "admit payment"))
        .map((fault) => [fault, step] as const),
    ),
    ...readFaults.map((fault) => [fault, "read"] as const),
    ...askSteps.flatMap((step) => askFaults.map((fault) => [fault, step] as const)),
    ...historicSteps.map((step) => [FORGETTING, step] as const),
    ...sendFaults.map((fault) => [fault, "send"] as const),
    ...newsFaults.map((fault) => [fault, "news"] as const),
  ];
}

const faultsOf = new Map<StepKind, readonly FaultKind[]>();
for (const [fault, step] of declaredPairs()) faultsOf.set(step, [...(faultsOf.get(step) ?? []), fault]);

/** Probability that a step is hit by a fault at all; rare steps are hit harder, so that every pair occurs. */
const rates: Partial<Record<StepKind, number>> = {
  read: 0.0006,
  "renew lease": 0.02,
  "take lease": 0.05,
  "admit payment": 0.03,
  "move cursor": 0.02,
  "expire bets": 0.015,
  "create seed chain": 0.4,
  "open race": 0.1,
  "open betting": 0.1,
  "lock race": 0.12,
  "announce beacon": 0.12,
  "start race": 0.1,
  "complete race": 0.1,
  "settle race": 0.1,
  sweep: 0.4,
  withdraw: 0.15,
  claim: 0.9,
  "place bet": 0.15,
  "repeat bet": 0.15,
  "start repeat": 0.2,
  "end repeat": 0.3,
  "move house money": 0.4,
  "change setting": 0.15,
  "approve request": 0.4,
  "queue special race": 0.3,
  "refund race": 0.2,
  "refund settled race": 0.5,
  "refund bet": 0.2,
  slot: 1,
  tip: 0.02,
  "latest blockhash": 0.06,
  balance: 0.04,
  "signature statuses": 0.05,
  transaction: 0.05,
  "signatures for": 0.015,
  "first block from": 0.2,
  "first available block": 0.5,
  send: 0.25,
  news: 0.12,
};
const usualRate = 0.06;

/** Relative likelihood among the faults of a step. */
const weights: Partial<Record<FaultKind, number>> = {
  "stale node": 6,
  "forgetful node": 2,
  "no answer": 2,
  "slow answer": 2,
  "answer lost": 2,
  "crash before": 0.6,
  "crash after": 0.7,
  "crash before commit": 0.6,
  "crash after commit": 0.7,
  dropped: 4,
  delayed: 3,
  duplicated: 3,
  "news lost": 6,
};

export interface Faults {
  /** The fault that hits this step, if any. */
  strike(step: StepKind): FaultKind | null;
  /** How often each pair occurred, keyed by `fault × step`. */
  readonly met: ReadonlyMap<string, number>;
  /** From now on nothing goes wrong. */
  stop(): void;
  readonly isStopped: boolean;
  /** How many faults struck so far. */
  readonly struck: number;
}

export interface FaultPlan {
  /** 0 means a world without faults. */
  readonly intensity: number;
  /** Only these faults, by their number in the order in which they strike; all of them if absent. */
  readonly only?: ReadonlySet<number>;
}

export function openFaults(random: Random, { intensity, only }: FaultPlan): Faults {
  const met = new Map<string, number>();
  let isStopped = intensity === 0;
  let struck = 0;
  return {
    met,
    stop() {
      isStopped = true;
    },
    get isStopped() {
      return isStopped;
    },
    get struck() {
      return struck;
    },
    strike(step) {
      const kinds = faultsOf.get(step);
      if (isStopped || kinds === undefined) return null;
      if (!random.chance((rates[step] ?? usualRate) * intensity)) return null;
      const fault = weighted(random, kinds);
      struck += 1;
      if (only && !only.has(struck)) return null;
      const pair = `${fault} × ${step}`;
      met.set(pair, (met.get(pair) ?? 0) + 1);
      return fault;
    },
  };
}

function weighted(random: Random, kinds: readonly FaultKind[]): FaultKind {
  const total = kinds.reduce((sum, kind) => sum + (weights[kind] ?? 1), 0);
  let left = random.fraction() * total;
  for (const kind of kinds) {
    left -= weights[kind] ?? 1;
    if (left < 0) return kind;
  }
  return kinds[0] as FaultKind;
}
