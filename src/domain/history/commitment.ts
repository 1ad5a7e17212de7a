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
export function commitDifferences(entry: Commit, race: CommittedRace): readonly Difference[] {
  const settings = JSON.stringify(readStoredTerms(race.settings));
  return [
    ...same("FAIR-12", "race", entry.race, race.id),
    ...same("FAIR-12", "number", `race-${entry.number}`, race.id),
    ...same("FAIR-12", "server_seed_hash", entry.seed_hash, race.server_seed_hash),
    ...same("FAIR-12", "nonce", entry.base_nonce, race.nonce.split(".")[0] ?? ""),
    ...same("FAIR-12", "settings", JSON.stringify(entry.settings), settings),
    ...same("FAIR-12", "jackpot", String(entry.jackpot), String(race.settings["jackpot"])),
    ...same("FAIR-12", "horses", namesOf(entry.horses), namesOf(race.horses)),
    ...same("FAIR-12", "lock_wallet", entry.lock_wallet, race.lock_wallet),
  ];
}

const namesOf = (horses: CommittedRace["horses"]): string =>
  JSON.stringify(horses.map(({ number, id, name }) => [number, id, name]));
