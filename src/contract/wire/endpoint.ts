import type * as z from "zod/v4/core";
import type { RefusalCode } from "./refusals.ts";

/**
 * Who may call. Checked in one place, covered by one test (rule ACCESS-1).
 *
 * - `public`    anyone; an answer may hold more for the session's own wallet
 * - `player`    a signed-in wallet
 * - `moderator` a chat moderator or an admin
 * - `admin`     an admin
 * - `house`     an admin who also gives the master password
 */
export const accessLevels = ["public", "player", "moderator", "admin", "house"] as const;
export type Access = (typeof accessLevels)[number];

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * A field by which the caller names itself. It must equal the session's wallet: no session is 401,
 * another wallet 403 (rule IDENTITY-3). `header` is {@link CLAIM_HEADER}.
 */
export type Claim = "header" | `body.${string}` | `params.${string}` | `query.${string}`;

/** The header that may name the caller. */
export const CLAIM_HEADER = "x-wallet-address";

/** Which list of a reply is the file, and which of its fields are the columns. */
interface CsvFile {
  readonly list: string;
  readonly columns: readonly string[];
  readonly fileName: `${string}.csv`;
}

export interface Endpoint {
  readonly method: Method;
  /** Path under `/api` with `:name` parameters, e.g. `/races/:id/bet/prepare`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Differs from what {@link stepUpNeed} says by default. */
  readonly stepUp?: StepUpNeed;
  /** Moderation of the chat: needs no step-up, and is limited by the hour (rule ACCESS-9). */
  readonly moderation?: true;
  /** Takes an idempotency key: the same request twice is one payment (rule IDEM-1). */
  readonly movesMoney?: true;
  /** Pages of every origin may call it: what it does rests on no cookie (rule BET-32). */
  readonly anyOrigin?: true;
  /** A banned wallet is refused with 403 BANNED. */
  readonly refusesBanned?: true;
  /** One line for the API page: what the call does. */
  readonly summary: string;
  /** What its handler may answer beyond the refusals of every call of its kind. */
  readonly refuses?: readonly RefusalCode[];
  readonly claims?: readonly Claim[];
  readonly params?: z.$ZodObject;
  /** Headers beyond the claim, by lower-case name: where a secret must stay out of URL and body. */
  readonly headers?: z.$ZodObject;
  readonly query?: z.$ZodObject;
  readonly body?: z.$ZodObject;
  /** The answer without its `success: true`, which the server adds. */
  readonly reply: z.$ZodObject;
  /** 201 where something is created. */
  readonly status?: 200 | 201;
  /** A field of the body that names what is changed: a call without it creates something, and answers 201. */
  readonly createsWithout?: string;
  /** Largest body in bytes; 100 KB when absent (rule LIMITS-1). */
  readonly bodyLimit?: number;
  /** How long the call may take in milliseconds; 30 s when absent (rule LIMITS-1). */
  readonly timeoutMs?: number;
  /**
   * The answer carries an ETag, with which a browser asks whether its copy is still current; if so, the answer is 304
   * without a body.
   */
  readonly revalidates?: true;
  /** With `format=csv` in the query, a list of the reply comes as a CSV file instead. */
  readonly csv?: CsvFile;
  /** Calls per minute and wallet (or address when signed out), beyond which the answer is 429. */
  readonly perMinute?: number;
  /** Calls per day and network, beyond which the answer is 429: for what stays stored (rule GROWTH-1). */
  readonly perDay?: number;
}

/**
 * The confirmation by the caller's wallet that a call requires; without it 403 STEP_UP_REQUIRED (rule ACCESS-8).
 *
 * - `fresh` of the last ten minutes
 * - `once`  of this session, however old: for content, which players see but which decides nothing
 * - `none`
 */
export type StepUpNeed = "fresh" | "once" | "none";

/** Every change by an admin requires a fresh confirmation, unless its call says otherwise. */
export function stepUpNeed({
  access,
  method,
  stepUp,
  moderation,
}: Pick<Endpoint, "access" | "stepUp" | "moderation"> & { readonly method?: Method }): StepUpNeed {
  if (stepUp !== undefined) return stepUp;
  const isAdmins = access === "admin" || access === "house";
  return isAdmins && method !== "GET" && moderation !== true ? "fresh" : "none";
}

/** Preserves the exact types of an endpoint's schemas while checking its shape. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Parsed<Schema> = Schema extends z.$ZodType ? z.output<Schema> : Record<never, never>;

/**
 * What a handler receives and what the web client passes: decoded values, so amounts are lamports and
 * times are Dates. The schemas are codecs; only the codec knows how a value looks on the wire.
 */
export type Input<E extends Endpoint> = {
  readonly params: Parsed<E["params"]>;
  readonly query: Parsed<E["query"]>;
  readonly body: Parsed<E["body"]>;
} & (E extends { readonly headers: infer Headers } ? { readonly headers: Parsed<Headers> } : unknown);

/** What a handler returns and what the web client gets, decoded. `success: true` is added on the wire. */
export type Reply<E extends Endpoint> = z.output<E["reply"]>;

/** What a handler may refuse with: its own codes, and those of every call of its kind that it finds out itself. */
export type Refusal<E extends Endpoint> =
  | (E extends { readonly refuses: readonly (infer Code)[] } ? Code : never)
  | (E extends { readonly refusesBanned: true } ? "BANNED" : never)
  | (E extends { readonly access: "admin" | "house" } ? "NOT_ADMIN" : never)
  | (E extends { readonly access: "public" } ? never : "NOT_SIGNED_IN")
  | "INVALID_INPUT"
  | "RATE_LIMITED";
