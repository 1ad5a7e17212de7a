import type { RuleHead } from "../../src/domain/rule-log.ts";
import type { Tx } from "../../src/server/foundation/db/database.ts";
import { readRules } from "../../src/server/foundation/rule-log/read-rules.ts";
import { writeRule } from "../../src/server/foundation/rule-log/write-rule.ts";
import type { PastRace } from "./races.ts";

/** Named where no log is open: like the chain of that time, it does not exist. */
const MADE_UP: RuleHead = { row: 1, hash: "0".repeat(64) };

interface NamingRace {
  readonly race: PastRace;
  readonly rules: RuleHead;
}

/** Consecutive races with the head of the public log that each names; an open log gets the rows of their refunds. */
export async function nameRules(tx: Tx, races: readonly PastRace[]): Promise<readonly NamingRace[]> {
  let { head } = await readRules(tx);
  const naming: NamingRace[] = [];
  for (const past of races) {
    const { raceId: race, settlement, settledMs } = past;
    naming.push({ race: past, rules: head ?? MADE_UP });
    if (head === null || settlement.kind === "paid") continue;
    const told = {
      cause: "no_winning_bet",
      settled: false,
      reason: null,
      lamports: settlement.pool,
    } as const;
    await writeRule(tx, new Date(settledMs), { rule: "refund-race", race, ...told });
    ({ head } = await readRules(tx));
  }
  return naming;
}
