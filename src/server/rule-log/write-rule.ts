import { type Rule, ruleText } from "../../domain/rule-log.ts";
import type { Tx } from "../db/database.ts";
import { ruleLog } from "../db/schema/rule-log.ts";

/**
 * Writes a row of the public rule log in the transaction of the change it reports (rule RULELOG-2). Call it last except
 * for the audit row: until the transaction ends nobody else can write one.
 */
export async function writeRule(tx: Tx, at: Date, rule: Rule): Promise<void> {
  await tx.insert(ruleLog).values({ kind: rule.kind, entry: ruleText(rule, at) });
}
