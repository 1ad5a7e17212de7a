import { code, type Mutant, mutant } from "./mutant.ts";

/** Mistakes with the idempotency keys of calls that move money. */
export const requestMutants: readonly Mutant[] = [
  mutant(
    "moves money without looking at the idempotency key",
    code("server/foundation/db", "inTransactionOnce", "call === null", "true"),
  ),
  mutant(
    "stores a refusal as the answer to an idempotency key",
    code("server/foundation/http", "answerOnce", "answer.status < 300", "answer.status < 500"),
  ),
  mutant(
    "takes another wallet's idempotency key for the caller's",
    code("server/foundation/db", "isRowOf", "and(eq(idempotencyKeys.wallet, wallet), $1, $2)", "and($1, $2)"),
  ),
];
