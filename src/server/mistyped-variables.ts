import leven from "leven";
import { variableNames } from "./foundation/config.ts";

/** Letters that are wrong, missing or too many. */
const MOST_SLIPS = 2;
/** Shorter names are near to many others. */
const SHORTEST = 6;

/**
 * Sentences about variables that nothing reads and that differ by a letter or two from one that is not set: an operator
 * meant that one, and would otherwise run without it (rule
 * OPERATE-6).
 */
export function mistypedVariables(variables: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set<string>(variableNames);
  const missing = variableNames.filter((name) => name.length >= SHORTEST && !variables[name]?.trim());
  return Object.keys(variables)
    .filter((name) => name.length >= SHORTEST && !known.has(name))
    .flatMap((name) => {
      const meant = missing.find((one) => leven(name.toUpperCase(), one) <= MOST_SLIPS);
      return meant === undefined ? [] : [`${name} is not a variable of Furlong; did you mean ${meant}?`];
    });
}
