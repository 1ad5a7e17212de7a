import { type Commit, type CommittedRace, commitDifferences } from "../domain/history/commitment.ts";
import { type Difference, differs } from "../domain/history/difference.ts";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Checkpoint, parseCheckpointLines } from "../domain/log/checkpoint.ts";
import { readEntry } from "../domain/log/entry.ts";
import { hashLeaf, rootFromPath } from "../domain/merkle-tree.ts";

/** An entry of the log with the neighbours that lead from it to the root. */
interface ShownEntry {
  readonly text: string;
  /** 64 hex digits each, from the leaf up. */
  readonly path: string;
}

/** Where the log commits to a race, the memo that anchored it, and what ties the two to each other. */
export interface ShownCommit {
  readonly index: number;
  readonly checkpoint: string;
  readonly notary: string;
  /** The entry `open`, which names the notary. */
  readonly opening: ShownEntry;
  readonly commitment: ShownEntry;
}

/** The entry that a race names, or why it is none that commits to the race. */
type FoundCommit =
  | { readonly entry: Commit; readonly differences: readonly [] }
  | { readonly entry: null; readonly differences: readonly Difference[] };

/**
 * Whether the entry that a race names is in the log of the checkpoint that anchored it, commits to the race, and the log is
 * that of the notary (rule FAIR-12). What only the chain shows is not checked here, nor whose log it is.
 */
export function findCommit(commit: ShownCommit, raceId: string): FoundCommit {
  const none = (expected: string, found: string): FoundCommit => ({
    entry: null,
    differences: differs("FAIR-12", expected, found),
  });
  const head = parseCheckpointLines(commit.checkpoint);
  if (head === null) return none("a checkpoint", commit.checkpoint);
  if (!isIn(head, 0, commit.opening) || !isIn(head, commit.index, commit.commitment))
    return none(`entries 0 and ${commit.index} of the tree ${bytesToHex(head.root)}`, "other entries");
  const open = readEntry(commit.opening.text);
  if (open?.kind !== "open" || open.origin !== head.origin || open.notary !== commit.notary)
    return none(`the log ${head.origin} of ${commit.notary}`, commit.opening.text);
  const entry = readEntry(commit.commitment.text);
  if (entry?.kind !== "commit" || entry.race !== raceId)
    return none(`the commitment of ${raceId}`, commit.commitment.text);
  return { entry, differences: [] };
}

const isIn = ({ size, root }: Checkpoint, index: number, { text, path }: ShownEntry): boolean =>
  rootFromPath(hashLeaf(text), { index, count: size, path }) === bytesToHex(root);

/** The same, and that the entry says exactly what the race shows (rule FAIR-12). */
export function checkCommit(commit: ShownCommit, race: CommittedRace): readonly Difference[] {
  const { entry, differences } = findCommit(commit, race.id);
  return entry === null ? differences : commitDifferences(entry, race);
}
