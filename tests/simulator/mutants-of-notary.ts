import { code, type Mutant, mutant } from "./mutant.ts";

/** Mistakes in what the notary writes to the chain, and in what it costs (rules LOG-9 and LOG-10). */
export const notaryMutants: readonly Mutant[] = [
  mutant(
    "sends a memo of the notary that is not stored",
    code("server/foundation/public-log", "memoRounds", "await storeMemo(ports, memo)", "true"),
  ),
  mutant(
    "signs another memo of the notary while one may land",
    code(
      "server/foundation/public-log",
      "memoRounds",
      "blockHeight <= underWay.lastValidBlockHeight",
      "blockHeight > underWay.lastValidBlockHeight",
    ),
    code(
      "server/foundation/public-log",
      "memoRounds",
      'landings.get(underWay.signature) === "absent"',
      "landings.size > 0",
    ),
  ),
  mutant(
    "names another root in a memo of the notary",
    code(
      "server/foundation/public-log",
      "signMemo",
      "rootOf(readFrontier(size, peaks))",
      "rootOf(readFrontier(size, peaks)).reverse()",
    ),
  ),
  mutant(
    "counts what the notary is given as still the house's",
    code("domain/chain-postings.ts", "notaryFilled", '"equity"', '"bonus"'),
  ),
];
