import { setImmediate } from "node:timers/promises";
import { daySource } from "./day-source.ts";
import { liabilitySource } from "./liability-source.ts";
import { payoutSource } from "./payout-source.ts";
import { raceSource, type ReadRace } from "./race-source.ts";
import { recordNext, type RecordPorts } from "./record-next.ts";
import type { RecordSource } from "./record-source.ts";
import { reversalSource } from "./reversal-source.ts";
import { ruleSource } from "./rule-source.ts";
import { seedChainSource } from "./seed-chain-source.ts";

/** Maximum number of records per source in a round: what waited is recorded over some rounds, alongside the game. */
const MAX_A_ROUND = 20;

/** The sources, in the order in which their records may name each other. To add a kind, add a source. */
const sourcesOf = (readRace: ReadRace): readonly RecordSource[] => [
  seedChainSource,
  ruleSource,
  raceSource({ readRace, before: [seedChainSource, ruleSource] }),
  payoutSource,
  reversalSource,
  liabilitySource,
  daySource,
];

/** Records what is final and not yet recorded; a source that fails does not block the others. */
export async function recordFinal(ports: RecordPorts & { readonly readRace: ReadRace }): Promise<void> {
  const errors: unknown[] = [];
  for (const source of sourcesOf(ports.readRace)) {
    try {
      for (let count = 0; count < MAX_A_ROUND && (await recordNext(ports, source)); count += 1)
        await setImmediate();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, "several failed");
}
