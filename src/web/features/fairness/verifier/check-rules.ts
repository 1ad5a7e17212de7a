import { MAX_RULES } from "../../../../contract/rule-log/rule-log.ts";
import { compareWithRules } from "../../../../domain/race-rules.ts";
import { checkRules, foldRules, headOf, type RuleRow } from "../../../../domain/rule-log.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import type { VerifiedRace } from "./check-race.ts";
import { compare, type Finding } from "./finding.ts";

/**
 * Checks that the public log's first entries have the root that the race's commitment names, and that the race's settings
 * follow from the rules in force there (rule RULELOG-4). Reads the log up to that size.
 */
export async function checkRaceRules({ rules, settings }: VerifiedRace): Promise<Finding> {
  try {
    return compareRace(rules, settings, await readRows(rules.row));
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}

export function compareRace(
  rules: VerifiedRace["rules"],
  settings: VerifiedRace["settings"],
  oldestFirst: readonly RuleRow[],
): Finding {
  const fault = checkRules(oldestFirst);
  if (fault !== null)
    return compare(`row ${fault.row}: ${fault.expected}`, `row ${fault.row}: ${fault.found}`);
  const { row, hash } = headOf(oldestFirst);
  if (row !== rules.row || hash !== rules.hash)
    return compare(`row ${rules.row}: ${rules.hash}`, `row ${row}: ${hash}`);
  const [first] = compareWithRules(settings, foldRules(oldestFirst));
  if (first === undefined) return { state: "checked" };
  return compare(`${first.setting}: ${first.found}`, `${first.setting}: ${first.expected}`);
}

async function readRows(upTo: number): Promise<readonly RuleRow[]> {
  const newestFirst: RuleRow[] = [];
  for (let cursor: string | null = String(upTo + 1); cursor !== null;) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor);
    newestFirst.push(...page.rows);
    cursor = page.nextCursor;
  }
  return newestFirst.toReversed();
}

const readPage = (cursor: string) => fetchApi("listRules", { query: { limit: MAX_RULES, cursor } });
