import { headOf, type RuleRow } from "../../src/domain/rule-log.ts";
import type { Queryable } from "../../src/server/foundation/db/database.ts";
import { readOpenLog, readRows } from "../../src/server/foundation/public-log/read-log.ts";
import { headOf as storedHead } from "../../src/server/foundation/rule-log/stored-head.ts";

type Told = Readonly<Record<string, unknown>>;

/** All entries of the open log, oldest first. Throws if they do not have the stored root. */
export async function rowsOfLog(q: Queryable): Promise<readonly RuleRow[]> {
  const log = await readOpenLog(q);
  if (log === null) return [];
  const rows = await readRows(q, log.id, { first: 1, last: log.size });
  const [found, stored] = [headOf(rows), storedHead(log.size, log.peaks)];
  if (found.hash !== stored.hash) throw new Error(`The log's root is ${stored.hash}, not ${found.hash}`);
  return rows;
}

/** What the open log tells, oldest first: a `rule` entry under its own kind, as `{ row, at, kind: "halt", … }`. */
export const toldRules = async (q: Queryable): Promise<readonly Told[]> =>
  (await rowsOfLog(q)).map(({ row, entry }) => {
    const { kind, rule, ...told } = JSON.parse(entry) as Told;
    return { row, kind: rule ?? kind, ...told };
  });
