import type { Lamports } from "../../../../domain/lamports.ts";
import { parseSol } from "../../../../domain/sol-amount.ts";

/** An amount in readable form, for tests. */
export function sol(text: string): Lamports {
  const parsed = parseSol(text);
  if (!parsed.ok) throw new Error(`${text} is no amount`);
  return parsed.value;
}
