import type { Difference } from "./difference.ts";

/** What does not hold of the history: at which record, of which race, and by which rule of docs/rules.md. */
export interface Fault extends Difference {
  /** Number of the record; null of what concerns a whole day's file. */
  readonly seq: number | null;
  /** Id of the race; null of what concerns none. */
  readonly race: string | null;
}

export const faultsOf = (
  differences: readonly Difference[],
  { seq, race }: { readonly seq: number | null; readonly race: string | null },
): readonly Fault[] => differences.map((difference) => ({ seq, race, ...difference }));
