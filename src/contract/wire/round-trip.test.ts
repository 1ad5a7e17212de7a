import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { api } from "../api.ts";
import * as codecs from "./codecs.ts";
import type { Endpoint } from "./endpoint.ts";
import { clientEvents, socketEvents } from "./socket-events.ts";

/*
 * The server encodes what the client decodes, and vice versa. Values are generated from the schemas themselves, so a
 * schema that works in only one direction fails here, whichever endpoint it is in.
 */

const amount = fc.bigInt(0n, codecs.MAX_WIRE_LAMPORTS).map(codecs.solFromLamports);
const amountInput = fc.bigInt(1n, 10_000_000_000n).map(codecs.solFromLamports);
const base58 = (bytes: number) => fc.constantFrom("1".repeat(bytes));
const wallet = fc.constantFrom("So11111111111111111111111111111111111111112", "1".repeat(32));
const time = fc.date({ min: new Date(0), max: new Date("2099-01-01"), noInvalidDate: true });

/** Schemas whose values cannot be derived from their definition alone. */
const known = new Map<z.core.$ZodType, fc.Arbitrary<unknown>>([
  [codecs.sol, amount],
  [codecs.signedSol, fc.tuple(amount, fc.constantFrom(1, -1)).map(([size, sign]) => size * sign + 0)],
  [codecs.instant, time.map((date) => date.toISOString())],
  [codecs.wallet, wallet],
  [codecs.signature, base58(64)],
]);

/** Values as they are on the wire. */
function wireOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return known.get(schema) ?? derived(schema as z.core.$ZodTypes);
}

function derived(schema: z.core.$ZodTypes): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- a kind that the contract begins to use throws
  switch (def.type) {
    case "object":
      return def.checks === undefined
        ? objectOf(def.shape)
        : objectOf(def.shape).filter((value) => z.safeParse(schema, value).success);
    case "array":
      return arrayOf(schema as z.core.$ZodArray);
    case "tuple":
      return fc.tuple(...def.items.map(wireOf));
    case "optional":
      return fc.option(wireOf(def.innerType), { nil: undefined });
    case "nullable":
      return fc.option(wireOf(def.innerType), { nil: null });
    case "union":
      return fc.oneof(...def.options.map(wireOf));
    case "pipe":
      return (
        def.in._zod.def.type === "union" ? fc.oneof(amountInput, wireOf(def.in)) : wireOf(def.in)
      ).filter((value) => z.safeParse(schema, value).success);
    case "enum":
    case "literal":
      return fc.constantFrom(...(schema._zod.values ?? []));
    case "unknown":
      return fc.constantFrom(null, true, "5", { until: [1, {}] });
    case "null":
      return fc.constant(null);
    case "never":
      return fc.constant(undefined);
    case "boolean":
      return fc.boolean();
    case "number":
      return numberOf(schema as z.core.$ZodNumber);
    case "string":
      return stringOf(schema as z.core.$ZodString);
    default:
      throw new TypeError(`no values for a schema of type ${def.type}`);
  }
}

const objectOf = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, wireOf(field)])));

/** The bounds of a value, as its schema publishes them. */
const boundsOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: "input" });

function arrayOf(schema: z.core.$ZodArray) {
  const { minItems = 0, maxItems = 3 } = boundsOf(schema);
  return fc.array(wireOf(schema._zod.def.element), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 3),
  });
}

/** Adds zero, because JSON has no negative zero. */
function numberOf(schema: z.core.$ZodNumber) {
  const { type, minimum = -1000, maximum = 1000 } = boundsOf(schema);
  const range = { min: Math.max(minimum, -1e6), max: Math.min(maximum, 1e6) };
  const tenths = { min: Math.ceil(range.min * 10), max: Math.floor(range.max * 10) };
  return type === "integer" ? fc.integer(range) : fc.integer(tenths).map((value) => value / 10 + 0);
}

function stringOf(schema: z.core.$ZodString) {
  const { minLength = 0, maxLength = 100, pattern } = boundsOf(schema);
  const text =
    pattern === undefined
      ? fc.oneof(fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) }), wallet)
      : fc.stringMatching(new RegExp(pattern, "u"), { maxLength: Math.min(maxLength, 100) });
  return text.filter((value) => z.safeParse(schema, value).success);
}

/** A value that does not arrive as it was sent, or null if all do. */
function lostBy(schema: z.core.$ZodType): unknown {
  const crossing = fc.property(wireOf(schema), (wire) => {
    const decoded = z.parse(schema, wire);
    const again: unknown = JSON.parse(JSON.stringify(z.encode<z.core.$ZodType>(schema, decoded)));
    expect(z.parse(schema, again)).toEqual(decoded);
  });
  return fc.check(crossing, { numRuns: 15, endOnFailure: true }).counterexample;
}

const schemas = Object.entries<Endpoint>(api).flatMap(([name, endpoint]) =>
  (["params", "query", "headers", "body", "reply"] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema === undefined ? [] : [{ name: `${name} ${part}`, schema }];
  }),
);

describe("calls", () => {
  it.each(schemas)("MONEY-1 $name: what one side encodes the other decodes", ({ schema }) => {
    expect(lostBy(schema)).toBeNull();
  });
});

describe("socket events", () => {
  it.each(Object.entries(socketEvents))("%s crosses the wire", (_, { payload }) => {
    expect(lostBy(payload)).toBeNull();
  });

  it.each(Object.entries(clientEvents))("%s crosses the wire", (_, { payload }) => {
    expect(lostBy(payload)).toBeNull();
  });
});
