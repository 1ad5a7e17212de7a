import * as z from "zod/mini";
import { refundCauses } from "../../domain/race-terms.ts";
import { betId, instant, lamportsText, raceId } from "../wire/codecs.ts";

const reason = z.nullable(z.string());
const row = { row: z.int(), at: instant };
const refund = { race: raceId, settled: z.boolean(), reason, lamports: lamportsText };

/** The entry of a rule log row, read from its JSON (rule RULELOG-2). */
const ruleEntry = z.discriminatedUnion("kind", [
  z.object({ ...row, kind: z.literal("start") /** By their keys. */, settings: z.looseObject({}) }),
  z.object({
    ...row,
    kind: z.literal("setting"),
    key: z.string(),
    from: z.nullable(z.string()),
    to: z.string(),
    reason,
  }),
  z.object({ ...row, kind: z.literal("refund-race"), cause: z.enum(refundCauses), ...refund }),
  z.object({ ...row, kind: z.literal("refund-bet"), bet: betId, ...refund }),
  z.object({ ...row, kind: z.literal("halt"), reason: z.string() }),
  z.object({ ...row, kind: z.literal("resume"), reason, difference: lamportsText }),
  z.object({ ...row, kind: z.literal("network"), from: z.string(), to: z.string() }),
  z.object({
    ...row,
    kind: z.literal("transfer"),
    from: z.enum(["deposit", "hot", "treasury"]),
    lamports: lamportsText,
    reason,
  }),
]);
export type RuleEntry = z.output<typeof ruleEntry>;

/** Null for an entry of a kind that this program does not know, or with content that does not fit its kind. */
export function readRuleEntry(entry: string): RuleEntry | null {
  try {
    const read = ruleEntry.safeParse(JSON.parse(entry));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
