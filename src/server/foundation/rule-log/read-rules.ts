import { bytesToHex } from "@noble/hashes/utils.js";
import { sql } from "drizzle-orm";
import { readFrontier, rootOf } from "../../../domain/log/frontier.ts";
import type { RuleHead } from "../../../domain/rule-log.ts";
import { type Settings, settingsFrom } from "../../../domain/settings.ts";
import { type Queryable, rowsOf } from "../db/database.ts";

interface RulesInForce {
  readonly settings: Settings;
  /** Head of the network's log: it covers every change up to these settings, and none after them; null while it is not open. */
  readonly head: RuleHead | null;
}

interface Stored extends Record<string, unknown> {
  readonly settings: readonly { readonly key: string; readonly value: string }[];
  readonly network: string | null;
  readonly size: bigint | null;
  readonly peaks: string | null;
}

/**
 * The settings and the head of the public log at one moment (rule RULELOG-4). It is one statement, since each statement
 * of a transaction sees what was committed before it: if a setting is changed in between, two statements would read its
 * old value, and the entry about the change.
 */
export async function readRules(q: Queryable): Promise<RulesInForce> {
  const [stored] = await rowsOf<Stored>(
    q,
    sql`select (select coalesce(json_agg(json_build_object('key', key, 'value', value)), '[]') from settings) as settings,
               head.network, head.size, head.peaks
          from (select 1) as once left join (select network, size, peaks from logs where is_open) as head on true`,
  );
  if (!stored) throw new Error("a select without a condition returned nothing");
  const settings = settingsFrom(stored.settings);
  const { network, size, peaks } = stored;
  if (network !== settings.network || size === null || peaks === null) return { settings, head: null };
  return { settings, head: headOf(Number(size), peaks) };
}

/** The head of a log as it is stored. */
export const headOf = (size: number, peaks: string): RuleHead => ({
  row: size,
  hash: bytesToHex(rootOf(readFrontier(size, peaks))),
});
