import type { HorseCommit } from "../../../../domain/log/commit-entry.ts";
import { type RaceSettings, readStoredTerms, storeRaceSettings } from "../../../../domain/race-settings.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { appendEntries } from "../../../foundation/public-log/append-entries.ts";
import type { RaceRow } from "../race-rows.ts";

interface Commitment {
  readonly raceId: string;
  readonly number: number;
  readonly seedHash: string;
  readonly baseNonce: string;
  readonly frozen: RaceSettings;
  readonly horses: readonly HorseCommit[];
  readonly lockWallet: string | null;
}

/**
 * Appends the `commit` entry of a race that is created, and returns where it is (rule FAIR-12). The caller holds
 * `lockSettings`, so the entries before it have exactly the rules that were frozen (rule RULELOG-4). Until the
 * transaction ends nobody else can append: only the race's own rows follow.
 */
export async function appendCommit(
  tx: Tx,
  at: Date,
  { raceId, number, seedHash, baseNonce, frozen, horses, lockWallet }: Commitment,
): Promise<Pick<RaceRow, "log" | "commitIndex">> {
  const appended = await appendEntries(tx, at, [
    {
      kind: "commit",
      race: raceId,
      number,
      seed_hash: seedHash,
      base_nonce: baseNonce,
      settings: readStoredTerms(storeRaceSettings(frozen)) ?? {},
      jackpot: frozen.jackpot,
      horses: [...horses],
      lock_wallet: lockWallet,
    },
  ]);
  if (appended === null) throw new Error("no public log is open");
  return { log: appended.log, commitIndex: appended.first };
}
