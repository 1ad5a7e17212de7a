import { desc, lt } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { Queryable } from "../db/database.ts";
import { ruleLog } from "../db/schema/rule-log.ts";

/** The rule log, newest first (rule RULELOG-3). The cursor is the number of the last row shown. */
export async function listRules(
  q: Queryable,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<Reply<Api["listRules"]>, "INVALID_INPUT">> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return refuse("INVALID_INPUT", { field: "cursor" });
  const read = (before: number | null, atMost: number) =>
    q
      .select({ row: ruleLog.row, entry: ruleLog.entry, hash: ruleLog.hash })
      .from(ruleLog)
      .where(before === null ? undefined : lt(ruleLog.row, before))
      .orderBy(desc(ruleLog.row))
      .limit(atMost);
  const rows = await read(cursor === undefined ? null : Number(cursor), limit + 1);
  const [newest] = cursor === undefined ? rows : await read(null, 1);
  const page = rows.slice(0, limit);
  return ok({
    rows: page,
    head: newest === undefined ? null : { row: newest.row, hash: newest.hash },
    nextCursor: rows.length > limit ? String(page.at(-1)?.row ?? "") : null,
  });
}
