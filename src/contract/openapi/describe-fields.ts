import { fieldDoc } from "./feature-docs.ts";
import type { JsonSchema } from "./schemas.ts";

/** Adds the features' field descriptions to schemas; a field is looked up by the schema that it is in. */
export const describeFields = (schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([owner, schema]) => [owner, described(owner, schema) as JsonSchema]),
  );

function described(owner: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => described(owner, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "properties"
        ? describedProperties(owner, part as Record<string, object>)
        : described(owner, part),
    ]),
  );
}

const describedProperties = (owner: string, properties: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = fieldDoc(owner, name)?.description;
      const inner = described(owner, schema) as object;
      return [name, description === undefined || "description" in inner ? inner : { ...inner, description }];
    }),
  );
