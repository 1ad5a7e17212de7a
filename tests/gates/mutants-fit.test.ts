import { describe, expect, it } from "vitest";
import { findDeclarations, findMatches } from "../simulator/code-match.ts";
import { mutants } from "../simulator/mutants.ts";
import { findMisfits } from "../simulator/plant.ts";

describe("the simulator's planted bugs", () => {
  it("each fit the sources, exactly once", () => {
    expect(mutants.flatMap(findMisfits)).toEqual([]);
  });

  it("say what they do not find", () => {
    const edits = [
      { in: "code", place: "domain", symbol: "allocate", find: "total / weight", replace: "" },
    ] as const;
    expect(findMisfits({ name: "outdated", edits })).toEqual([
      '"outdated": 0 places like `total / weight` in allocate (src/domain/lamports.ts) where one is wanted',
    ]);
    const [edit] = edits;
    expect(findMisfits({ name: "renamed", edits: [{ ...edit, symbol: "divide" }] })).toEqual([
      '"renamed": 0 declarations of divide in src/domain where one is wanted',
    ]);
    const broken = { ...edit, find: "sum(shares)", replace: "await $&" };
    expect(findMisfits({ name: "broken", edits: [broken] })).toEqual([
      expect.stringContaining('"broken": does not compile'),
    ]);
  });
});

describe("code that is found by its syntax", () => {
  const code = `
    const other = () => pay(wallet, 1n);
    export const vault = { async take(tx) { if (tx) return (await pay(
      wallet, /* of the player */
      'one', 2n,
    )); } };`;
  const textsOf = (symbol: string, pattern: string) =>
    findDeclarations(code, symbol)
      .flatMap((within) => findMatches(code, within, pattern))
      .map(({ start, end }) => code.slice(start, end).replaceAll(/\s+/g, " "));

  it("is found whatever its layout, within its symbol alone", () => {
    expect(textsOf("vault.take", 'pay(wallet, "one", 2n)')).toEqual([
      "pay( wallet, /* of the player */ 'one', 2n, )",
    ]);
    expect(textsOf("other", "pay(...$1)")).toEqual(["pay(wallet, 1n)"]);
    expect(textsOf("take", "pay(...$1)")).toEqual([]);
  });

  it("may have parts that are left open", () => {
    expect(textsOf("vault", "pay($1, ...$2)")).toHaveLength(1);
    expect(textsOf("vault", "pay($1)")).toEqual([]);
    expect(textsOf("vault", "return await pay($1, 'one', $2);")).toHaveLength(1);
  });
});
