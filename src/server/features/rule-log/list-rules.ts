import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { readOpenLog, readRuleRows } from "../../foundation/public-log/read-log.ts";
import { headOf } from "../../foundation/rule-log/stored-head.ts";

/**
 * The entries of the public log that are about more than one race, newest first (rule RULELOG-3). Those after a page are
 * below its cursor.
 */
export async function listRules(
  q: Queryable,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<Reply<Api["listRules"]>, "INVALID_INPUT">> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return refuse("INVALID_INPUT", { field: "cursor" });
  const log = await readOpenLog(q);
  if (log === null) return ok({ rows: [], head: null, nextCursor: null });
  const before = cursor === undefined ? null : Number(cursor);
  const { rows, next } = await readRuleRows(q, log, { before, limit });
  const nextCursor = next === null ? null : String(next);
  return ok({ rows: [...rows], head: headOf(log.size, log.peaks), nextCursor });
}
