/**
 * Expected refusals are values. A throw is a bug.
 *
 * @example
 * const parsed = parseUsername(text);
 * if (!parsed.ok) return parsed;
 * use(parsed.value);
 */
export type Result<T, Code extends string = string> = Accepted<T> | Refused<Code>;

export interface Accepted<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refused<Code extends string = string> {
  readonly ok: false;
  /** Stable code; the contract's catalogue gives its HTTP status and its text. */
  readonly code: Code;
  /** The input field at fault, if there is one. */
  readonly field?: string;
  /** Replaces the catalogue's text where the message depends on the case. */
  readonly message?: string;
  /** Milliseconds until it would be accepted, if waiting helps. */
  readonly retryAfterMs?: number;
  /** What stands in the way by its likeness to the input: the username that is taken. */
  readonly like?: string;
  /** Inputs that would be accepted. */
  readonly suggestions?: readonly string[];
}

export function ok(): Accepted<undefined>;
export function ok<T>(value: T): Accepted<T>;
export function ok<T>(value?: T): Accepted<T | undefined> {
  return { ok: true, value };
}

export function refuse<const Code extends string>(
  code: Code,
  about: Omit<Refused, "ok" | "code"> = {},
): Refused<Code> {
  return { ok: false, code, ...about };
}
