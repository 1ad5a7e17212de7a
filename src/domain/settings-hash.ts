import { sha256Hex } from "./fairness.ts";

/**
 * The hash of a race's settings, of any version, that is anchored with its commitment (rules FAIR-12 and FAIR-30):
 * SHA-256 of the stored form as JSON without spaces, its keys in alphabetical order.
 */
export const storedSettingsHash = (stored: Readonly<Record<string, unknown>>): string =>
  sha256Hex(
    JSON.stringify(Object.fromEntries(Object.entries(stored).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  );
