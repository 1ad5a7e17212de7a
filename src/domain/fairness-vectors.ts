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
    readonly betId: string;
    readonly memo: string;
  }[];
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
