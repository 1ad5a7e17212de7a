import { DrizzleQueryError } from "drizzle-orm";
import { OperatorError } from "../foundation/db/operator-error.ts";

interface ErrorLine {
  readonly type: string;
  readonly message: string;
  /** The frames alone: before them stands the message, with its values. */
  readonly stack: readonly string[];
  /** SQLSTATE, or the code of a system call. */
  readonly code?: string;
  readonly constraint?: string;
  readonly cause?: ErrorLine;
  /** Of an error that stands for several. */
  readonly errors?: readonly ErrorLine[];
}

const MOST_CAUSES = 5;
/**
 * Addresses, keys and signatures in base58; salts, nonces, hashes and seeds in hexadecimal; the bytes of any of them. A
 * secret key looks like a signature.
 */
const hidden = /\b(?:[1-9A-HJ-NP-Za-km-z]{32,}|[0-9a-fA-F]{32,})\b|\[?\s*\d{1,3}(?:,\s*\d{1,3}){31,}\s*\]?/g;

/**
 * What the log says of an error: what failed and where, without a value that a query was given. Drivers write those
 * into messages, details and contexts, where no list of secret names reaches (rule OPERATE-5).
 */
export function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: hide(String(error)), stack: [] };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const isDeep = depth >= MOST_CAUSES;
  return {
    type: error.name,
    message: messageOf(error, code),
    stack: framesOf(error),
    ...(typeof code === "string" && { code }),
    ...(typeof constraint === "string" && { constraint }),
    ...(error.cause !== undefined && !isDeep && { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      !isDeep && { errors: error.errors.map((one) => describeError(one, depth + 1)) }),
  };
}

/** What a command prints of an error: one line. */
export const errorLine = (error: unknown): string =>
  error instanceof OperatorError ? error.message : JSON.stringify(describeError(error));

function messageOf(error: Error, code: unknown): string {
  if (error instanceof DrizzleQueryError) return hide(`Failed query: ${error.query}`);
  // A data exception quotes the value that was refused.
  if (typeof code === "string" && /^22...$/.test(code)) return "a value was refused";
  return hide(error.message);
}

const framesOf = ({ stack = "" }: Error): readonly string[] =>
  stack.split("\n").flatMap((line) => (/^\s+at /.test(line) ? [hide(line.trim())] : []));

const hide = (text: string): string => text.replaceAll(hidden, "[hidden]");
