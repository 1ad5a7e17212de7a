import { asc } from "drizzle-orm";
import { checkRules } from "../../src/domain/rule-log.ts";
import type { Queryable } from "../../src/server/db/database.ts";
import { ruleLog } from "../../src/server/db/schema/rule-log.ts";

/** The rows of the rule log, oldest first, each with its kind and facts. Throws if its hash chain does not hold. */
export async function toldRules(q: Queryable): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = await q
    .select({ row: ruleLog.row, entry: ruleLog.entry, hash: ruleLog.hash })
    .from(ruleLog)
    .orderBy(asc(ruleLog.row));
  const fault = checkRules(rows);
  if (fault !== null) throw new Error(`The rule log does not hold: ${JSON.stringify(fault)}`);
  return rows.map(({ entry }) => JSON.parse(entry) as Readonly<Record<string, unknown>>);
}
