import { sql } from "drizzle-orm";
import { EMPTY_RULE_LOG, type RuleHead } from "../../domain/rule-log.ts";
import { type Settings, settingsFrom } from "../../domain/settings.ts";
import { type Queryable, rowsOf } from "../db/database.ts";

interface RulesInForce {
  readonly settings: Settings;
  /** Head of the log: it covers every change up to these settings, and none after them. */
  readonly head: RuleHead;
}

interface Stored extends Record<string, unknown> {
  readonly settings: readonly { readonly key: string; readonly value: string }[];
  readonly row: bigint | null;
  readonly hash: string | null;
}

/**
 * The settings and the head of the rule log at one moment (rule RULELOG-4). It is one statement, since each statement
 * of a transaction sees what was committed before it: if a setting is changed in between, two statements would read its
 * old value, and the row about the change.
 */
export async function readRules(q: Queryable): Promise<RulesInForce> {
  const [stored] = await rowsOf<Stored>(
    q,
    sql`select (select coalesce(json_agg(json_build_object('key', key, 'value', value)), '[]') from settings) as settings,
               head."row", head.hash
          from (select 1) as once left join (select "row", hash from rule_log order by "row" desc limit 1) as head on true`,
  );
  if (!stored) throw new Error("a select without a condition returned nothing");
  const { settings, row, hash } = stored;
  return {
    settings: settingsFrom(settings),
    head: row === null || hash === null ? EMPTY_RULE_LOG : { row: Number(row), hash },
  };
}
