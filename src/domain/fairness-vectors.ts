import type { raceOutcome } from "./fairness.ts";

/** The test vectors that are published as `docs/fairness-vectors.json` (rule FAIR-4). */
export interface FairnessVectors {
  readonly outcomes: readonly {
    readonly serverSeed: string;
    readonly raceId: string;
    readonly nonce: string;
    readonly blockhash: string | null;
    readonly seedHash: string;
    readonly finalNonce: string;
    readonly trace: ReturnType<typeof raceOutcome>["trace"];
    readonly places: readonly number[];
    readonly motionSeed: string;
  }[];
  /** What the memos of bets commit to (rule BET-13). */
  readonly betCommitments: readonly {
    readonly raceId: string;
    readonly horseNumber: number;
    /** Decimal text. */
    readonly lamports: string;
    readonly salt: string;
    readonly commitment: string;
    /** Of the checkpoint that anchored the race's `commit` entry, in base64. */
    readonly root: string;
    readonly memo: string;
  }[];
  /** Locks of bets, with each leaf and its path (rule FAIR-16). */
  readonly betLocks: readonly {
    readonly raceId: string;
    /** Lamports, decimal text. */
    readonly pool: string;
    readonly root: string;
    readonly memo: string;
    /** In the order of their leaves. */
    readonly bets: readonly {
      readonly id: string;
      readonly wallet: string;
      readonly salt: string;
      readonly walletHash: string;
      readonly horseNumber: number;
      readonly lamports: string;
      readonly leaf: string;
      readonly path: string;
    }[];
  }[];
  /** A tree of what the house owes, with each account and the path of its leaf (rule OWED-2). */
  readonly liabilityTree: {
    readonly at: string;
    readonly root: string;
    /** Lamports, decimal text; so are `holdings` and `sum`. */
    readonly total: string;
    readonly slot: number;
    readonly holdings: string;
    readonly memo: string;
    /** In their order. */
    readonly leaves: readonly {
      readonly account: string;
      readonly salt: string;
      readonly accountHash: string;
      readonly lamports: string;
      readonly path: readonly { readonly hash: string; readonly sum: string }[];
    }[];
  };
  readonly chunkSelection: readonly {
    readonly chunks: readonly string[];
    readonly chunkIndex: number | null;
  }[];
  readonly seedChain: {
    readonly root: string;
    readonly length: number;
    readonly tip: string;
    readonly seeds: readonly string[];
  };
}
