import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { readOpenLog, readRows } from "../../foundation/public-log/read-log.ts";
import { headOf } from "../../foundation/rule-log/read-rules.ts";

/** The public log's entries, newest first (rule RULELOG-3). The cursor is the number of the last one shown. */
export async function listRules(
  q: Queryable,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<Reply<Api["listRules"]>, "INVALID_INPUT">> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return refuse("INVALID_INPUT", { field: "cursor" });
  const log = await readOpenLog(q);
  if (log === null) return ok({ rows: [], head: null, nextCursor: null });
  const last = cursor === undefined ? log.size : Math.min(log.size, Number(cursor) - 1);
  const first = Math.max(1, last - limit + 1);
  const rows = last < 1 ? [] : await readRows(q, log.id, { first, last });
  return ok({
    rows: rows.toReversed(),
    head: headOf(log.size, log.peaks),
    nextCursor: first > 1 && last >= 1 ? String(first) : null,
  });
}
