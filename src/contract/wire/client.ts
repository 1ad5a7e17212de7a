import * as z from "zod/mini";
import type { RawInput } from "./wire.ts";
import { type Refused, type Result, ok, refuse } from "../../domain/result.ts";
import { CLAIM_HEADER, type Endpoint, type Method, type Reply } from "./endpoint.ts";
import { IDEMPOTENCY_HEADER } from "./idempotency-key.ts";
import type { RefusalCode } from "./refusals.ts";

type Part<E, Name extends string> = E extends { readonly [K in Name]: infer Schema extends z.core.$ZodType }
  ? Record<never, never> extends z.output<Schema>
    ? { readonly [K in Name]?: z.output<Schema> }
    : { readonly [K in Name]: z.output<Schema> }
  : unknown;

/** The input of a call, decoded: amounts are lamports and times are Dates. Only the parts that the call has. */
export type CallInput<E extends Endpoint> = Part<E, "params"> &
  Part<E, "query"> &
  Part<E, "headers"> &
  Part<E, "body"> &
  (E extends { readonly movesMoney: true } ? { readonly idempotencyKey?: string } : unknown);

/** A request as plain data, independent of what sends it. */
export interface PlainRequest {
  readonly method: Method;
  /** From the root of the host: `/api/…` with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or null for none. */
  readonly body: string | null;
}

/**
 * Builds the request of a call. Throws when the input does not fit the contract: validate user input first.
 *
 * @param caller the session's wallet, for calls that may name it in a header
 * @example
 * requestFor(api.getRace, { params: { id: "r12" } }); // GET /api/races/r12
 */
export function requestFor<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  caller: string | null = null,
): PlainRequest {
  const given = input as RawInput & { readonly idempotencyKey?: string };
  const headers = { ...textFields(endpoint.headers, given.headers) };
  if (given.idempotencyKey !== undefined) headers[IDEMPOTENCY_HEADER.toLowerCase()] = given.idempotencyKey;
  if (caller !== null && endpoint.claims?.includes("header")) headers[CLAIM_HEADER] = caller;
  if (endpoint.body !== undefined) headers["content-type"] = "application/json";
  const query = Object.entries(textFields(endpoint.query, given.query))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  const path = filledPath(endpoint.path, textFields(endpoint.params, given.params));
  return {
    method: endpoint.method,
    path: `/api${path}${query === "" ? "" : `?${query}`}`,
    headers,
    body: endpoint.body === undefined ? null : JSON.stringify(encode(endpoint.body, given.body)),
  };
}

const encode = (schema: z.core.$ZodType, value: unknown): object =>
  z.encode<z.core.$ZodType>(schema, value ?? {}) as object;

/** Encodes a part whose values travel as text; what is absent is left out. */
function textFields(schema: z.core.$ZodObject | undefined, value: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (schema === undefined) return fields;
  for (const [name, field] of Object.entries(encode(schema, value))) {
    if (typeof field === "string") fields[name] = field;
  }
  return fields;
}

const filledPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

const refusalBody = z.object({
  code: z.string(),
  message: z.optional(z.string()),
  field: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
  like: z.optional(z.string()),
  suggestions: z.optional(z.array(z.string())),
});

/**
 * Reads an answer: the decoded reply, or the refusal with the server's message. An answer that is neither is
 * refused as UNAVAILABLE; a code that this client does not know yet comes with the server's text.
 */
export function readReply<E extends Endpoint>(
  endpoint: E,
  status: number,
  json: unknown,
): Result<Reply<E>, RefusalCode> {
  if (status >= 200 && status < 300) {
    const reply = z.safeParse(endpoint.reply, json);
    return reply.success ? ok(reply.data as Reply<E>) : refuse("UNAVAILABLE");
  }
  const refused = z.safeParse(refusalBody, json);
  if (!refused.success) return refuse(status === 429 ? "RATE_LIMITED" : "UNAVAILABLE");
  const { code, ...about } = refused.data;
  return refuse(code as RefusalCode, about as Omit<Refused, "ok" | "code">);
}
