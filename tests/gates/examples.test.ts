import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApiDocument } from "../../src/contract/openapi/document.ts";

interface Operation {
  readonly responses: Record<string, { readonly description: string }>;
}

/** The calls that the examples make. */
const calls = [
  ["/api/auth/nonce", "post"],
  ["/api/auth/verify", "post"],
  ["/api/users/{wallet}", "get"],
  ["/api/users", "post"],
  ["/api/public/runtime", "get"],
  ["/api/races/active", "get"],
  ["/api/races/{id}/bet/prepare", "post"],
  ["/api/races/{id}/bet/submit", "post"],
  ["/api/races/{id}/bet/confirm", "post"],
] as const;

const { paths } = openApiDocument({ version: "0.0.0", serverUrl: "https://furlong.example" }) as {
  readonly paths: Record<string, Record<string, Operation>>;
};
const refusals = new Set(
  calls.flatMap(([path, method]) =>
    Object.entries(paths[path]?.[method]?.responses ?? {})
      .filter(([status]) => !status.startsWith("2"))
      .flatMap(([, { description }]) => description.split(", ")),
  ),
);

it.each(["bettor.ts", "bettor.py"])(
  "%s knows what to do about each refusal of its calls, and no other",
  (name) => {
    const source = readFileSync(join(import.meta.dirname, "../../examples", name), "utf8");
    const [table = ""] = /(?<=repeat"?: ?["`])[^}]+/.exec(source) ?? [];
    const known = table.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? [];
    expect(known.toSorted()).toEqual([...refusals].toSorted());
  },
);
