import { ok, refuse, type Result } from "../../domain/result.ts";
import type { RawInput } from "./wire.ts";

/** Header and field of the body by which a caller says that two requests are the same one (rule IDEM-1). */
export const IDEMPOTENCY_HEADER = "Idempotency-Key";
export const IDEMPOTENCY_FIELD = "idempotencyKey";

const LONGEST_IDEMPOTENCY_KEY = 64;
/** Visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = `^[!-~]{1,${LONGEST_IDEMPOTENCY_KEY}}$`;
const pattern = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** The key of a request; null if it has none. */
export function readIdempotencyKey({
  headers,
  body,
}: Pick<RawInput, "headers" | "body">): Result<string | null, "INVALID_INPUT"> {
  const inHeader = fieldOf(headers, IDEMPOTENCY_HEADER.toLowerCase());
  const inBody = fieldOf(body, IDEMPOTENCY_FIELD);
  const given = [
    [IDEMPOTENCY_HEADER, inHeader],
    [IDEMPOTENCY_FIELD, inBody],
  ] as const;
  for (const [field, value] of given) {
    if (value === null || (typeof value === "string" && pattern.test(value))) continue;
    const message = `${field} must be 1 to ${LONGEST_IDEMPOTENCY_KEY} visible ASCII characters`;
    return refuse("INVALID_INPUT", { field, message });
  }
  if (inHeader !== null && inBody !== null && inHeader !== inBody) {
    const message = `${IDEMPOTENCY_FIELD} and the header ${IDEMPOTENCY_HEADER} differ`;
    return refuse("INVALID_INPUT", { field: IDEMPOTENCY_FIELD, message });
  }
  return ok((inHeader ?? inBody) as string | null);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? ((value as Readonly<Record<string, unknown>>)[name] ?? null)
    : null;
