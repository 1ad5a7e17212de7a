import { type Commit, type CommittedRace, commitDifferences } from "../domain/history/commitment.ts";
import { type Difference, differs } from "../domain/history/difference.ts";
import { parseCheckpointLines } from "../domain/log/checkpoint.ts";
import { readEntry } from "../domain/log/entry.ts";
import type { LogSource } from "./ports.ts";
import { FalseLog, readProvenEntry } from "./read-log.ts";

/** Where the log commits to a race, and the memo that anchored it. */
export interface ShownCommit {
  readonly index: number;
  readonly checkpoint: string;
  readonly notary: string;
}

/** The entry that a race names, or why it is none that commits to the race. */
type FoundCommit =
  | { readonly entry: Commit; readonly differences: readonly [] }
  | { readonly entry: null; readonly differences: readonly Difference[] };

/**
 * Whether the entry that a race names is in the log of the checkpoint that anchored it, commits to the race, and the log is
 * that of the notary (rule FAIR-12). What only the chain shows is not checked here.
 *
 * @throws whatever the source throws: what was not read is not checked.
 */
export async function findCommit(
  source: LogSource,
  commit: ShownCommit,
  raceId: string,
): Promise<FoundCommit> {
  const none = (expected: string, found: string): FoundCommit => ({
    entry: null,
    differences: differs("FAIR-12", expected, found),
  });
  const head = parseCheckpointLines(commit.checkpoint);
  if (head === null) return none("a checkpoint", commit.checkpoint);
  try {
    const open = readEntry(await readProvenEntry(source, head, 0));
    if (open?.kind !== "open" || open.origin !== head.origin || open.notary !== commit.notary)
      return none(`the log ${head.origin} of ${commit.notary}`, JSON.stringify(open));
    const text = await readProvenEntry(source, head, commit.index);
    const entry = readEntry(text);
    if (entry?.kind !== "commit" || entry.race !== raceId) return none(`the commitment of ${raceId}`, text);
    return { entry, differences: [] };
  } catch (error) {
    if (!(error instanceof FalseLog)) throw error;
    return none("the files of a log with that root", error.message);
  }
}

/** The same, and that the entry says exactly what the race shows (rule FAIR-12). */
export async function checkCommit(
  source: LogSource,
  commit: ShownCommit,
  race: CommittedRace,
): Promise<readonly Difference[]> {
  const { entry, differences } = await findCommit(source, commit, race.id);
  return entry === null ? differences : commitDifferences(entry, race);
}
