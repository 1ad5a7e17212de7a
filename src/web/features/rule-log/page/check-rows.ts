import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { checkRules, headOf, type RuleFault } from "../../../../domain/rule-log.ts";

type List = Reply<Api["listRules"]>;
export type Row = List["rows"][number];
export type Head = NonNullable<List["head"]>;

/** What the browser found about the log: how many entries hold, or the first that does not. */
export type Checked =
  | { readonly holds: true; readonly last: number }
  | {
      readonly holds: false;
      readonly fault: Omit<RuleFault, "rule"> & { readonly rule: RuleFault["rule"] | "root" };
    };

/**
 * Recomputes the log's root from its entries (rule RULELOG-5). Null while not all of them were read: a part has no root.
 *
 * @param newestFirst the newest entries, without gaps.
 */
export function checkRows(newestFirst: readonly Row[], head: Head): Checked | null {
  if (newestFirst.at(-1)?.row !== 1) return null;
  const rows = newestFirst.toReversed();
  const fault = checkRules(rows);
  if (fault !== null) return { holds: false, fault };
  const { row, hash } = headOf(rows);
  if (row === head.row && hash === head.hash) return { holds: true, last: row };
  return { holds: false, fault: { row, rule: "root", expected: head.hash, found: hash } };
}
