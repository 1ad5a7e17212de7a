import { setImmediate } from "node:timers/promises";
import * as z from "zod/mini";

/** Encoding a hundred bets takes some milliseconds. */
const ITEMS_AT_ONCE = 100;

/** Encodes the items of a list, with a turn of the event loop after each hundred. */
export async function encodeInTurns<Schema extends z.ZodMiniType>(
  schema: Schema,
  values: readonly z.output<Schema>[],
): Promise<z.input<Schema>[]> {
  const encoded: z.input<Schema>[] = [];
  for (const [index, value] of values.entries()) {
    if (index % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) await setImmediate();
    encoded.push(z.encode(schema, value));
  }
  return encoded;
}
