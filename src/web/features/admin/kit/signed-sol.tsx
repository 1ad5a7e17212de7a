import { formatSol } from "../../../../domain/sol-amount.ts";
import { lamports, type SignedLamports } from "../../../../domain/lamports.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { kitWords } from "./words.en.ts";

interface SignedSolProps {
  readonly amount: SignedLamports;
  /** Down to the lamport, with the last five decimals smaller: for amounts that have to add up. */
  readonly isExact?: boolean;
  /** Without a plus sign. */
  readonly isPlain?: boolean;
}

/** A positive or negative amount; zero is muted. */
export function SignedSol({ amount, isExact = false, isPlain = false }: SignedSolProps) {
  const { typed } = useWords(kitWords);
  const size = formatSol(lamports(amount < 0n ? 0n - amount : amount), 9);
  const sign = amount < 0n ? "\u2212" : amount > 0n && !isPlain ? "+" : "";
  return (
    <span className={amount === 0n ? "font-normal text-muted" : ""}>
      {sign}
      {typed(size.slice(0, -5))}
      {isExact && <span className="text-xs font-normal text-muted">{size.slice(-5)}</span>}
    </span>
  );
}
