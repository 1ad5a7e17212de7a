import { hexToBytes } from "@noble/hashes/utils.js";
import type { Checkpoint } from "../domain/log/checkpoint.ts";
import { readEntry } from "../domain/log/entry.ts";
import type { LogSource } from "./ports.ts";
import { FalseLog, readProvenEntry } from "./read-log.ts";

/** A log by its name and its only signer. */
export interface NamedLog {
  readonly origin: string;
  readonly notary: string;
}

/** The log that a house writes now. */
export interface NewestLog extends NamedLog {
  /** What its notary anchored last; null before the first time. */
  readonly anchored: { readonly size: number; readonly root: string } | null;
}

/**
 * Whether a log is the one that the house writes now, or one of those before it, which the openings lead back to (rule
 * FAIR-12): nobody else's log commits to a race.
 *
 * @throws FalseLog where the house does not serve the opening of a log in between, as one that lost entries may be; and
 * whatever the source throws: what was not read is not checked.
 */
export async function isOfHouse(
  source: LogSource,
  { origin, notary, anchored }: NewestLog,
  log: NamedLog,
): Promise<boolean> {
  if (log.origin === origin) return log.notary === notary;
  if (anchored === null) throw new FalseLog(`${origin}: nothing is anchored`);
  let head: Checkpoint | null = { origin, size: anchored.size, root: hexToBytes(anchored.root) };
  while (head !== null) {
    const open = readEntry(await readProvenEntry(source, head, 0));
    if (open?.kind !== "open" || open.origin !== head.origin)
      throw new FalseLog(`${head.origin}: no entry "open"`);
    if (open.origin === log.origin) return open.notary === log.notary;
    head = open.before && { ...open.before, root: hexToBytes(open.before.root) };
  }
  return false;
}
