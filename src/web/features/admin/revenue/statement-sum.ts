import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";

type Statement = Reply<Api["getRevenue"]>["statement"];

export const totalOf = (amounts: Iterable<bigint>): SignedLamports =>
  signedLamports([...amounts].reduce((sum, amount) => sum + amount, 0n));

/**
 * The sum of all lines of a statement, including lines that this page does not know, and how much of the change of
 * equity they leave unexplained: nothing, or the page says so.
 */
export function sumUp({
  lines,
  openingEquity,
  closingEquity,
}: Pick<Statement, "lines" | "openingEquity" | "closingEquity">) {
  const sum = totalOf(lines.map(({ amount }) => amount));
  return { sum, missing: signedLamports(closingEquity - openingEquity - sum) };
}
