import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { checkRules, type RuleFault } from "../../../domain/rule-log.ts";

export type Row = Reply<Api["listRules"]>["rows"][number];

/** What the browser found of the rows that it has: those that hold, from which to which, or the first that does not. */
export type Checked =
  | { readonly holds: true; readonly first: number; readonly last: number }
  | { readonly holds: false; readonly fault: RuleFault };

/**
 * Hashes the rows anew (rule RULELOG-5). Of a part of the log the oldest row is taken as it is: what it is chained to was not
 * read. Null without a row that could be checked.
 *
 * @param newestFirst the newest rows, without gaps.
 */
export function checkRows(newestFirst: readonly Row[]): Checked | null {
  const rows = newestFirst.toReversed();
  const oldest = rows[0];
  const isWhole = oldest?.row === 1;
  const fault = isWhole ? checkRules(rows) : checkRules(rows.slice(1), oldest);
  if (fault !== null) return { holds: false, fault };
  const first = isWhole ? 1 : (rows[1]?.row ?? 0);
  return first === 0 ? null : { holds: true, first, last: rows.at(-1)?.row ?? 0 };
}
