import type { Difference } from "./difference.ts";

/** A fault in the history: at which record, of which race, and by which rule of docs/rules.md. */
export interface Fault extends Difference {
  /** Number of the record; null for a fault of a whole day's file or of the public log. */
  readonly seq: number | null;
  /** Id of the race; null for a fault that concerns none. */
  readonly race: string | null;
}

export const faultsOf = (
  differences: readonly Difference[],
  { seq, race }: { readonly seq: number | null; readonly race: string | null },
): readonly Fault[] => differences.map((difference) => ({ seq, race, ...difference }));
