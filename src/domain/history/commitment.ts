import { signedLamports } from "../lamports.ts";
import type { LogEntry } from "../log/entry.ts";
import { readStoredTerms } from "../race-settings.ts";
import { type Difference, same } from "./difference.ts";

/** An entry that commits to a race. */
export type Commit = Extract<LogEntry, { readonly kind: "commit" }>;

/** What a race shows of what it committed to; the verify call and the export both have these fields. */
export interface CommittedRace {
  readonly id: string;
  readonly server_seed_hash: string;
  readonly nonce: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly horses: readonly Commit["horses"][number][];
  readonly lock_wallet: string | null;
}

/** Checks that a `commit` entry says exactly what its race shows (rule FAIR-12). */
export function commitDifferences(
  { race, number, seed_hash, base_nonce, settings, jackpot, horses, lock_wallet }: Commit,
  shown: CommittedRace,
): readonly Difference[] {
  const { jackpot: shownJackpot } = shown.settings;
  return [
    ...same("FAIR-12", "race", race, shown.id),
    ...same("FAIR-12", "number", `race-${number}`, shown.id),
    ...same("FAIR-12", "server_seed_hash", seed_hash, shown.server_seed_hash),
    ...same("FAIR-12", "nonce", base_nonce, shown.nonce.split(".")[0] ?? ""),
    ...same("FAIR-12", "settings", JSON.stringify(settings), JSON.stringify(readStoredTerms(shown.settings))),
    ...same("FAIR-12", "jackpot", jackpot, signedLamports(BigInt(String(shownJackpot)))),
    ...same("FAIR-12", "horses", namesOf(horses), namesOf(shown.horses)),
    ...same("FAIR-12", "lock_wallet", lock_wallet, shown.lock_wallet),
  ];
}

const namesOf = (horses: CommittedRace["horses"]): string =>
  JSON.stringify(horses.map(({ number, id, name }) => [number, id, name]));
