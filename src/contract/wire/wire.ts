import * as z from "zod/mini";
import { type Refused, type Result, ok } from "../../domain/result.ts";
import type { RefusalStatus } from "./client-refusals.ts";
import { type Claim, CLAIM_HEADER, type Endpoint, type Input, type Reply } from "./endpoint.ts";
import { faultWords, refuseInput } from "./invalid-input.ts";
import { type RefusalCode, refusals } from "./refusals.ts";

/** The parts of a request as they arrived: JSON values, or text in path, query and headers. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

const parts = ["params", "query", "headers", "body"] as const;

/**
 * Decodes a request for its handler. Unknown fields are dropped, wrong ones refused with the field named
 * (rule LIMITS-2). A part without a schema becomes an empty object.
 */
export function readInput<E extends Endpoint>(endpoint: E, raw: RawInput): Result<Input<E>, RefusalCode> {
  const input: Record<string, unknown> = { params: {}, query: {}, body: {} };
  for (const part of parts) {
    const schema = endpoint[part];
    if (schema === undefined) continue;
    const decoded = z.safeParse(schema, raw[part], faultWords);
    if (!decoded.success) return refuseInput(decoded.error);
    input[part] = decoded.data;
  }
  return ok(input as Input<E>);
}

/** The body of a success. Only the contract's fields go out. Throws when the reply breaks the contract: a bug. */
export function writeReply<E extends Endpoint>(endpoint: E, reply: Reply<E>): Record<string, unknown> {
  const encoded = z.encode<z.core.$ZodType>(endpoint.reply, reply);
  return { success: true, ...(encoded as Record<string, unknown>) };
}

/** The body of every refusal. */
export interface RefusalBody {
  readonly success: false;
  readonly code: RefusalCode;
  readonly message: string;
  readonly field?: string;
  readonly retryAfterMs?: number;
  readonly like?: string;
  readonly suggestions?: readonly string[];
}

/** Status and body of a refusal: the catalogue's text unless the refusal brings its own. */
export function writeRefusal(refused: Refused<RefusalCode>): {
  readonly status: RefusalStatus;
  readonly body: RefusalBody;
} {
  const { code, field, retryAfterMs, like, suggestions } = refused;
  const { status, text } = refusals[code];
  const body = {
    success: false,
    code,
    message: refused.message ?? text,
    ...(field !== undefined && { field }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(like !== undefined && { like }),
    ...(suggestions !== undefined && { suggestions }),
  } as const;
  return { status, body };
}

/** Values of a claim that name no caller. */
const NO_CALLER: ReadonlySet<unknown> = new Set([undefined, null, "", "anonymous"]);

/**
 * The wallets by which a request names its caller, with the claim each is in, read before any schema. Each
 * has to be the session's wallet; a claim that is absent, null, empty or 'anonymous' says nothing (rule IDENTITY-3).
 */
export function claimedWallets(
  endpoint: Endpoint,
  raw: RawInput,
): readonly { readonly claim: Claim; readonly value: unknown }[] {
  return (endpoint.claims ?? []).flatMap((claim) => {
    const value = claim === "header" ? fieldOf(raw.headers, CLAIM_HEADER) : claimedField(raw, claim);
    return NO_CALLER.has(value) ? [] : [{ claim, value }];
  });
}

function claimedField(raw: RawInput, claim: Exclude<Claim, "header">): unknown {
  const [part, name] = claim.split(".", 2);
  const of = parts.find((each) => each === part);
  return of === undefined || name === undefined ? undefined : fieldOf(raw[of], name);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
