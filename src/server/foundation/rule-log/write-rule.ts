import type { Rule } from "../../../domain/rule-log.ts";
import type { Tx } from "../db/database.ts";
import { appendEntries } from "../public-log/append-entries.ts";

/**
 * Appends a `rule` entry to the public log in the transaction of the change it reports (rule RULELOG-2). Call it last
 * except for the audit row: until the transaction ends nobody else can append.
 */
export async function writeRule(tx: Tx, at: Date, rule: Rule): Promise<void> {
  await appendEntries(tx, at, [{ kind: "rule", ...rule }]);
}
