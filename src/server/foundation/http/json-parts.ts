import { setImmediate } from "node:timers/promises";

/** Characters per part: written and read by the embedded database in a millisecond or two. */
const PART_LENGTH = 64 * 1024;
/** List items that are serialised at once. */
const ITEMS_AT_ONCE = 100;

/**
 * JSON of a value, as `JSON.stringify` gives it, in parts of about 64 K characters. It yields to other work between
 * them: a race with very many bets takes some megabytes.
 */
export async function jsonParts(value: object): Promise<string[]> {
  const parts: string[] = [];
  let part = "";
  for (const piece of piecesOf(value)) {
    part += piece;
    if (part.length < PART_LENGTH) continue;
    parts.push(part);
    part = "";
    await setImmediate();
  }
  return part === "" ? parts : [...parts, part];
}

function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > ITEMS_AT_ONCE) {
    for (let from = 0; from < value.length; from += ITEMS_AT_ONCE) {
      const items = JSON.stringify(value.slice(from, from + ITEMS_AT_ONCE)).slice(1, -1);
      yield `${from === 0 ? "[" : ","}${items}`;
    }
    yield "]";
  } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const fields = Object.entries(value);
    for (const [index, [name, field]] of fields.entries()) {
      yield `${index === 0 ? "{" : ","}${JSON.stringify(name)}:`;
      yield* piecesOf(field);
    }
    yield fields.length === 0 ? "{}" : "}";
  } else yield JSON.stringify(value);
}
