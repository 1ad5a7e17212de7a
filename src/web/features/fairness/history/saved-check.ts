import { STATE_VERSION } from "../../../../domain/history/history.ts";
import type { CheckedHistory } from "./checked-history.ts";
import { keptValue } from "../export-run/kept-value.ts";

const storedValue = keptValue("furlong-history");

/** The check of the last visit; null if there is none that can be continued. */
export async function readCheck(): Promise<CheckedHistory | null> {
  const text = await storedValue.read();
  if (typeof text !== "string") return null;
  const check = JSON.parse(text) as CheckedHistory;
  return check.state.version === STATE_VERSION ? check : null;
}

/** Stores a check, given as JSON. */
export const keepCheck = (check: string): Promise<void> => storedValue.keep(check);

export const forgetCheck = (): Promise<void> => storedValue.forget();
