import { fieldDoc } from "./feature-docs.ts";
import type { JsonSchema } from "./schemas.ts";

/** Examples of the named schemas that describe a single value. */
const scalars: Readonly<Record<string, unknown>> = {
  Sol: 0.25,
  SignedSol: 0.25,
  TotalSol: 0.25,
  Lamports: "250000000",
  Instant: "2026-11-22T18:30:00.000Z",
  Slot: 301_204_517,
  Wallet: "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin",
  Signature: "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
  RaceId: "1204-8f14e45f",
  BetId: "b-8f14e45fceea",
  Id: "n-8f14e45fceea",
  Hex64: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
};

interface ValueContext {
  /** The named schema or the call that the value is in. */
  readonly owner: string;
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The field's name. */
  readonly name?: string;
}

const REFERENCE = "#/components/schemas/";

/** A value that fits the schema: fields have the examples that their features give. */
export function exampleOf(schema: JsonSchema, context: ValueContext): unknown {
  const { $ref, anyOf, oneOf, allOf } = schema as {
    $ref?: string;
    anyOf?: readonly JsonSchema[];
    oneOf?: readonly JsonSchema[];
    allOf?: readonly JsonSchema[];
  };
  if ($ref !== undefined) {
    const owner = $ref.slice(REFERENCE.length);
    return scalars[owner] ?? exampleOf(context.components[owner] ?? {}, { ...context, owner });
  }
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) {
    const [first = {}] = variants.filter(({ type }) => type !== "null");
    return exampleOf(first, context);
  }
  if (allOf !== undefined) return Object.assign({}, ...allOf.map((part) => exampleOf(part, context)));
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  return ofType(schema, context);
}

function ofType(schema: JsonSchema, context: ValueContext): unknown {
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
  const given = context.name === undefined ? undefined : fieldDoc(context.owner, context.name)?.example;
  switch (type) {
    case "object":
      return objectOf(schema, context);
    case "array":
      return arrayOf(schema, context);
    case "boolean":
      return given ?? true;
    case "integer":
    case "number":
      return given ?? numberWithin(schema);
    case "null":
      return null;
    default:
      return given ?? "text";
  }
}

function objectOf({ properties }: JsonSchema, context: ValueContext): object {
  const entries = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  return Object.fromEntries(
    entries
      // Fields that are in the contract only to be refused.
      .filter(([, field]) => field["not"] === undefined)
      .filter(([name]) => fieldDoc(context.owner, name)?.isAlternative !== true)
      .map(([name, field]) => [name, exampleOf(field, { ...context, name })]),
  );
}

function arrayOf({ items, prefixItems, minItems }: JsonSchema, context: ValueContext): unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems.map((item: JsonSchema) => exampleOf(item, context));
  const count = typeof minItems === "number" ? Math.max(1, minItems) : 1;
  return Array.from({ length: count }, (_, index) => {
    const example = exampleOf((items ?? {}) as JsonSchema, context);
    // The places of a race: each horse once.
    return count > 1 && typeof example === "number" && Number.isInteger(example) ? index + 1 : example;
  });
}

function numberWithin({ minimum, maximum }: JsonSchema): number {
  const least = typeof minimum === "number" ? minimum : 0;
  const most = typeof maximum === "number" ? maximum : 100;
  return Math.min(most, Math.max(least, 3));
}
