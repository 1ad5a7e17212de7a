import type { LogEntry } from "../../../domain/log/entry.ts";
import type { Queryable } from "../db/database.ts";
import { readEntryAt } from "./read-log.ts";

type Commit = Extract<LogEntry, { readonly kind: "commit" }>;

/** The `commit` entry of a race (rule FAIR-12). */
export async function readCommit(
  q: Queryable,
  { log, commitIndex }: { readonly log: string; readonly commitIndex: number },
): Promise<Commit> {
  const entry = await readEntryAt(q, log, commitIndex);
  if (entry.kind !== "commit") throw new Error(`entry ${commitIndex} of log ${log} is no commit`);
  return entry;
}
