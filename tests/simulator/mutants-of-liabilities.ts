import { code, type Mutant, mutant } from "./mutant.ts";

/** Mistakes in what the house says that it owes (rules OWED-1 and OWED-2). */
export const liabilityMutants: readonly Mutant[] = [
  mutant(
    "leaves an account out of the tree",
    code("server/features/liabilities", "growTree", "owed.entries()", "owed.slice(1).entries()"),
  ),
  mutant(
    "adds a negative leaf",
    code(
      "server/features/liabilities",
      "readOwed",
      "...(await readPages(tx, accountsAfter))",
      '{ account: "pool:correction", lamports: -1_000_000n as never }, $&',
    ),
    code("domain/liability-tree.ts", "withinBounds", "lamports(amount)", "amount as never"),
    code(
      "server/features/liabilities",
      "pack",
      "bytes.writeBigUInt64BE($1, $2)",
      "bytes.writeBigInt64BE($1, $2)",
    ),
  ),
];
