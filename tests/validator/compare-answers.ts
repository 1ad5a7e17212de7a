import type { Json } from "../support/browser-session.ts";

/** A value that two answers do not share. */
export interface Difference {
  readonly title: string;
  /** Where in the answer, such as `.result.value[0].data`. */
  readonly path: string;
  readonly expected: Json;
  readonly found: Json;
}

const isObject = (value: Json): boolean => typeof value === "object" && value !== null;

function* differencesAt(title: string, path: string, expected: Json, found: Json): Generator<Difference> {
  const isAlike = isObject(expected) && isObject(found) && Array.isArray(expected) === Array.isArray(found);
  if (!isAlike || (Array.isArray(expected) && expected.length !== found.length)) {
    if (expected !== found) yield { title, path, expected, found };
    return;
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const step = Array.isArray(expected) ? `[${key}]` : `.${key}`;
    yield* differencesAt(title, path + step, expected[key], found[key]);
  }
}

/** Every difference of two sets of whole answers. */
export const compareAnswers = (expected: Json, found: Json): Difference[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((title) => [
    ...differencesAt(title, "", expected[title], found[title]),
  ]);
