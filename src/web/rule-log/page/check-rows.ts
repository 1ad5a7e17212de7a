import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { checkRules, type RuleFault } from "../../../domain/rule-log.ts";

export type Row = Reply<Api["listRules"]>["rows"][number];

/** What the browser found about the rows that it has: the range of rows that hold, or the first that does not. */
export type Checked =
  | { readonly holds: true; readonly first: number; readonly last: number }
  | { readonly holds: false; readonly fault: RuleFault };

/**
 * Recomputes the hashes of the rows (rule RULELOG-5). In a part of the log, the oldest row is accepted as it is: the
 * row that it is chained to was not read. Null if no row could be checked.
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
