import type { CommittedRace } from "../../src/domain/history/commitment.ts";

/** The test vectors of the rest of the history, published as `docs/history-vectors.json`. */
export interface HistoryVectors {
  /** What races show of what they committed to, when, and the entry that says so (rule FAIR-12). */
  readonly commits: readonly {
    readonly race: Omit<CommittedRace, "nonce"> & { readonly number: number; readonly base_nonce: string };
    readonly at: string;
    readonly entry: string;
  }[];
  /** The first entries of a public log, each with the root at its size. */
  readonly ruleLog: readonly { readonly row: number; readonly entry: string; readonly hash: string }[];
  /** How races are settled; amounts are lamports as decimal text (rules MONEY-4 and MONEY-6). */
  readonly settlements: readonly {
    readonly winner: number;
    readonly houseEdgeBps: number;
    readonly jackpot: string;
    readonly kind: "paid" | "refunded";
    readonly pool: string;
    readonly fee: string;
    readonly net: string;
    readonly remainder: string;
    readonly bets: readonly {
      readonly horseNumber: number;
      readonly stake: string;
      readonly result: "win" | "loss" | "refunded";
      /** What the player gets: of a refunded race the stake. */
      readonly payout: string;
    }[];
  }[];
  /** A day's file of the public export (rule EXPORT-5). */
  readonly dayFile: {
    readonly text: string;
    readonly sha256: string;
    readonly day: string;
    readonly records: number;
  };
  /** Texts on the chain, and the one that house wallets sign, with what goes into them. */
  readonly memos: readonly ({ readonly of: string; readonly text: string } & Readonly<
    Record<string, unknown>
  >)[];
}
