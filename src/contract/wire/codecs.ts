import * as z from "zod/mini";
import { decodeBase58 } from "../../domain/base58.ts";
import {
  LAMPORTS_PER_SOL,
  type Lamports,
  type SignedLamports,
  isLamports,
  lamports,
  signedLamports,
} from "../../domain/lamports.ts";
import { parseWalletAddress } from "../../domain/wallet-address.ts";

/*
 * How values look on the wire. A schema here is a codec or a check, never a one-way transform: the server
 * decodes input and encodes replies with the same schema that the client uses in the opposite direction.
 *
 * The `error` of a check is either a code of the refusal catalogue or a phrase that follows the field's name
 * ("must be …"); invalid-input.ts turns it into the answer.
 */

/**
 * Largest amount on the wire: 2²³ SOL. Up to here neighbouring doubles are less than one lamport apart, so every
 * amount has its own double; beyond it two amounts would share one (rule LIMITS-3).
 */
export const MAX_WIRE_LAMPORTS = lamports(2n ** 23n * LAMPORTS_PER_SOL);

/** The lamports that a JSON number of SOL represents, or null when it is not exactly a whole number of them. */
function lamportsFromSol(sol: number): SignedLamports | null {
  if (!Number.isFinite(sol) || Math.abs(sol) > 2 ** 23) return null;
  const text = sol.toFixed(9);
  return Number(text) === sol ? signedLamports(BigInt(text.replace(".", ""))) : null;
}

/** The JSON number of SOL for an amount. Throws beyond {@link MAX_WIRE_LAMPORTS}: it could not be carried exactly. */
export function solFromLamports(amount: bigint): number {
  const size = amount < 0n ? -amount : amount;
  if (size > MAX_WIRE_LAMPORTS) throw new RangeError(`${amount} lamports do not fit a JSON number of SOL`);
  const whole = size / LAMPORTS_PER_SOL;
  const part = (size % LAMPORTS_PER_SOL).toString().padStart(9, "0");
  const value = Number(`${whole}.${part}`);
  return amount < 0n ? -value : value;
}

export const amountRule = "must be an amount in SOL with at most 9 decimals";
const solText = /^(\d{1,7}\.?\d{0,9}|\.\d{1,9})$/;

interface AmountOptions {
  /** Zero is refused too. */
  readonly positive?: boolean;
  /** Only multiples of it. */
  readonly step?: Lamports;
  /** A code of the refusal catalogue, or a phrase. */
  readonly error?: string;
  /** The same for a missing amount. */
  readonly missing?: string;
}

const amounts = ({ positive = false, step = lamports(1n), error = amountRule }: AmountOptions) =>
  z.custom<Lamports, Lamports>(
    (value) => isLamports(value) && value % step === 0n && !(positive && value === 0n),
    { error },
  );

export const signedAmounts = () =>
  z.custom<SignedLamports, SignedLamports>((value) => typeof value === "bigint", { error: amountRule });

/** An `error` that distinguishes a missing field from a wrong one. */
export const absentOr = (absent: string, wrong: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === "" ? absent : wrong;

export const decodeSigned = (error: string) => (wire: number | string, ctx: z.core.ParsePayload) => {
  const amount = typeof wire === "number" || solText.test(wire) ? lamportsFromSol(Number(wire)) : null;
  if (amount !== null) return amount;
  ctx.issues.push({ code: "custom", message: error, input: wire });
  return z.NEVER;
};

const decodeAmount = (error: string) => (wire: number | string, ctx: z.core.ParsePayload) => {
  const amount = decodeSigned(error)(wire, ctx);
  if (isLamports(amount)) return amount;
  if (ctx.issues.length === 0) ctx.issues.push({ code: "custom", message: error, input: wire });
  return z.NEVER;
};

/** An amount of SOL in an answer, zero or more: a JSON number, exact to the lamport. */
export const sol = z.codec(z.number({ error: amountRule }), amounts({}), {
  decode: decodeAmount(amountRule),
  encode: solFromLamports,
});

/** A difference of SOL in an answer: may be negative. */
export const signedSol = z.codec(z.number({ error: amountRule }), signedAmounts(), {
  decode: decodeSigned(amountRule),
  encode: solFromLamports,
});

/**
 * An amount that a client sends: a JSON number, or text of digits with one optional point. Amounts with more than
 * nine decimals, or that a double cannot carry exactly, are refused.
 */
export const solInput = ({ error = amountRule, missing = error, ...options }: AmountOptions = {}) => {
  const { positive = false, step = lamports(1n) } = options;
  const input = z.codec(
    z.union([z.number(), z.string()], { error: absentOr(missing, error) }),
    amounts({ ...options, error }),
    {
      decode: decodeAmount(error),
      encode: solFromLamports,
    },
  );
  amountSteps.set(input, { min: positive ? solFromLamports(step) : 0, step: solFromLamports(step) });
  return input;
};

/** The smallest amount of SOL that an input takes, and its step, for the forms that send it. */
export const amountSteps = new WeakMap<z.core.$ZodType, { readonly min: number; readonly step: number }>();

/** Whole lamports as decimal text, for callers that reconcile: no unit, no rounding, no limit; may be negative. */
export const lamportsText = z.codec(
  z.string().check(z.regex(/^-?\d{1,20}$/, { error: "must be whole lamports as text" })),
  signedAmounts(),
  { decode: (text) => signedLamports(BigInt(text)), encode: (amount) => amount.toString() },
);

/** A point in time: ISO 8601 in UTC on the wire, a Date inside. */
export const instant = z.codec(
  z.iso.datetime({ error: "must be an ISO 8601 time in UTC" }),
  z.date({ error: "must be a valid time" }),
  { decode: (text) => new Date(text), encode: (date) => date.toISOString() },
);

/** A day in UTC, as `2026-11-23`. */
export const utcDay = z.iso.date({ error: "must be a day as 2026-11-23" });

/** A slot or block height: a JSON integer on the wire, a bigint inside. */
export const slot = z.codec(z.int().check(z.minimum(0)), z.bigint(), {
  decode: (wire) => BigInt(wire),
  encode: (value) => Number(value),
});

const walletRule = "must be a wallet address";
const signatureRule = "must be a transaction signature";

/** A Solana address: base58 of 32 bytes. `missing` is the error for a missing one. */
export const walletInput = ({ missing = walletRule } = {}) =>
  z
    .string({ error: absentOr(missing, walletRule) })
    .check(z.refine((text) => parseWalletAddress(text).ok, { error: absentOr(missing, walletRule) }));

/** A Solana address: base58 of 32 bytes. */
export const wallet = walletInput();

/** A transaction's signature: base58 of 64 bytes. */
export const signature = z.string({ error: signatureRule }).check(
  z.maxLength(88, { error: signatureRule, abort: true }),
  z.refine((text) => decodeBase58(text)?.length === 64, { error: signatureRule }),
);

/** Bytes as text, at most `maxLength` characters of base64. */
export const base64 = (maxLength: number) =>
  z
    .string({ error: "must be base64 text" })
    .check(
      z.minLength(1, { error: "must not be empty" }),
      z.maxLength(maxLength, { error: `must be at most ${maxLength} characters`, abort: true }),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: "must be base64 text" }),
    );

const identifier = (error: string) =>
  z.string({ error }).check(z.maxLength(64, { error, abort: true }), z.regex(/^[0-9a-z-]+$/, { error }));

export const raceId = identifier("must be a race id");
export const betId = identifier("must be a bet id");
/** The id of any other row whose id is text. */
export const rowId = identifier("must be an id");

/** 64 lower-case hex characters: a seed or a SHA-256. */
export const hex64 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: "must be 64 hex characters" }));

/**
 * Text from a person, at most `maxLength` characters. Empty text passes unless `min` says otherwise. A NUL or half
 * a surrogate pair is refused: the database accepts neither.
 */
export const text = (maxLength: number, min = 0) =>
  z.string({ error: "must be text" }).check(
    z.minLength(min, { error: min === 1 ? "must not be empty" : `must be at least ${min} characters` }),
    z.maxLength(maxLength, { error: `must be at most ${maxLength} characters` }),
    z.refine((value) => !/[\0\p{Surrogate}]/u.test(value), { error: "must be text" }),
  );

/** A whole number within bounds. */
export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }));
};

/**
 * Text of any script in a header, whose characters represent bytes (RFC 9110, 5.5): written as its UTF-8 bytes.
 * A value that is not UTF-8, such as from clients that write Latin-1, is taken as is.
 */
export const headerText = (text: z.ZodMiniType<string, string>, error: string) =>
  z.codec(z.string({ error }), text, { decode: textOfBytes, encode: bytesOfText });

const escapedByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`;

function textOfBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes.replaceAll(/[%\u0080-\u00ff]/g, escapedByte));
  } catch {
    return bytes;
  }
}

const bytesOfText = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd")).replaceAll(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** A row's integer id. */
export const numericId = whole(1, 2 ** 31 - 1);

/** Rows per page: the default and the maximum. */
export const DEFAULT_PAGE = 20;
export const MAX_PAGE = 100;

/** `limit`: clamped to 1..`max`, not refused. */
export const pageLimit = (max: number = MAX_PAGE) =>
  z.codec(z.string().check(z.regex(/^-?\d{1,10}$/, { error: "must be a whole number" })), z.int(), {
    decode: (wire) => Math.min(max, Math.max(1, Number(wire))),
    encode: String,
  });

/** Where a page begins: opaque text that an earlier answer gave as `nextCursor`. */
export const cursor = z
  .string({ error: "must be a cursor" })
  .check(z.regex(/^[0-9A-Za-z_:.-]{1,128}$/, { error: "must be a cursor" }));

/** Query fields of a list that grows. */
export const page = { limit: z.optional(pageLimit()), cursor: z.optional(cursor) };

/** Reply field of a list that grows; null on the last page. */
export const nextCursor = z.nullable(cursor);
