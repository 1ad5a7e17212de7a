/** What a rule demands and what was found instead. */
export interface Difference {
  /** Id in docs/rules.md. */
  readonly rule: string;
  readonly expected: string;
  readonly found: string;
}

type Comparable = string | number | bigint | boolean | null;

const NONE: readonly Difference[] = [];

export const differs = (rule: string, expected: string, found: string): readonly Difference[] => [
  { rule, expected, found },
];

/**
 * Compares two values under a name: no difference if they are the same. `how` names the expected value if another name
 * says how it is computed.
 *
 * @example same("MONEY-4", "fee", 5n, 6n, "⌊pool · 500 / 10000⌋") // ⌊pool · 500 / 10000⌋ = 5, fee = 6
 */
export const same = (
  rule: string,
  what: string,
  expected: Comparable,
  found: Comparable,
  how: string = what,
): readonly Difference[] =>
  expected === found ? NONE : differs(rule, `${how} = ${expected}`, `${what} = ${found}`);

/** The same for one of many, named by its id: the texts are built only if they are reported. */
export const sameOf = (
  id: string,
  rule: string,
  what: string,
  expected: Comparable,
  found: Comparable,
  how: string = what,
): readonly Difference[] =>
  expected === found ? NONE : same(rule, `${id}: ${what}`, expected, found, `${id}: ${how}`);
