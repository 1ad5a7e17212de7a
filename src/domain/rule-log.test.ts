import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logOpening, logRows } from "../../tests/support/log-rows.ts";
import { hexToBytes } from "@noble/hashes/utils.js";
import { encodeBase64 } from "./base64.ts";
import { readEntry } from "./log/entry.ts";
import { followRule, noRules } from "./history/rules-in-force.ts";
import { foldRules, headOf, publicReason, type Rule, type RuleRow } from "./rule-log.ts";

const opening = (rules: Readonly<Record<string, string>>) => logOpening(rules);
const set = (key: string, from: string | null, to: string): Rule => ({
  rule: "setting",
  key,
  from,
  to,
  reason: null,
});

/** Which rules a checker finds broken who goes through the entries. */
function brokenBy(rows: readonly RuleRow[]): readonly string[] {
  const followed = noRules();
  return rows.flatMap((row) =>
    followRule(followed, { kind: "rule", seq: 1, at: 0, ...row }).map(({ rule }) => rule),
  );
}

describe("the public log's rules", () => {
  const someRules = fc.array(
    fc.oneof(
      fc.record({ key: fc.string(), to: fc.string() }).map(({ key, to }) => set(key, null, to)),
      fc.string().map((reason): Rule => ({ rule: "halt", reason })),
    ),
    { minLength: 1, maxLength: 12 },
  );
  const someLog = someRules.map((rules) => logRows(rules));

  it("RULELOG-3 RULELOG-4 entries that are changed, left out, moved or put in give another root or a fault", () => {
    fc.assert(
      fc.property(
        someLog,
        fc.nat(),
        fc.constantFrom("change", "leave out", "swap", "repeat"),
        (rows, pick, how) => {
          expect(brokenBy(rows)).not.toContain("RULELOG-1");
          const place = pick % (rows.length - 1);
          const forged = rows.map((row) => ({ ...row }));
          if (how === "change")
            forged[place] = { ...rows[place]!, entry: rows[place]!.entry.replace("2026", "2025") };
          if (how === "leave out") forged.splice(place, 1);
          if (how === "swap") forged.splice(place, 2, rows[place + 1]!, rows[place]!);
          if (how === "repeat") forged.splice(place, 0, rows[place]!);
          expect(headOf(forged).hash).not.toBe(headOf(rows).hash);
          expect(how === "change" || brokenBy(forged).includes("RULELOG-1")).toBe(true);
        },
      ),
    );
  });

  it("RULELOG-1 RULELOG-3 a log that begins without the rules in force, or begins twice, does not hold", () => {
    const [first, ...rest] = logRows([{ rule: "halt", reason: null }]);
    expect(brokenBy([first!, ...rest])).toEqual([]);
    expect(brokenBy(rest.map((row) => ({ ...row, row: 1 })))).toContain("RULELOG-1");
    expect(brokenBy([first!, { ...first!, row: 2 }])).toContain("RULELOG-1");
    expect(brokenBy([{ row: 1, entry: "no JSON" }])).toContain("RULELOG-1");
  });

  it("RULELOG-3 the settings in force are those of the beginning, each with its last change", () => {
    const rows = logRows(
      [set("house_edge", "5", "4"), { rule: "halt", reason: "x" }, set("minimum_age", null, "21")],
      opening({ house_edge: "5", network: "devnet" }),
    );
    expect(Object.fromEntries(foldRules(rows))).toEqual({
      house_edge: "4",
      network: "devnet",
      minimum_age: "21",
    });
    expect(foldRules(rows.slice(0, 1)).get("house_edge")).toBe("5");
  });

  it("RULELOG-3 folding any prefix gives the last value that was set in it", () => {
    const changes = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.string()), { maxLength: 20 });
    fc.assert(
      fc.property(changes, fc.nat(), (pairs, cut) => {
        const rows = logRows(
          pairs.map(([key, to]) => set(key, null, to)),
          opening({ a: "0" }),
        );
        const taken = cut % (pairs.length + 1);
        const expected = new Map([["a", "0"], ...pairs.slice(0, taken)]);
        expect(foldRules(rows.slice(0, taken + 1))).toEqual(expected);
      }),
    );
  });

  it("RULELOG-3 RULELOG-4 the example of docs/fairness.md holds, and so does what it says of the rules", () => {
    const docs = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8");
    const rows = Array.from(
      docs.matchAll(/^(\{"kind":"(?:open|rule|commit)",.*\})$/gm),
      ([entry], index) => ({
        row: index + 1,
        entry,
      }),
    );
    expect(rows).toHaveLength(3);
    expect(brokenBy(rows)).not.toContain("RULELOG-1");
    expect(foldRules(rows.slice(0, 2)).get("house_edge")).toBe("4");
    const commit = readEntry(rows[2]!.entry);
    expect(commit).toMatchObject({ kind: "commit", settings: { houseEdgeBps: 400 } });
    const root = encodeBase64(hexToBytes(headOf(rows).hash));
    expect(docs).toContain(`localhost/log/1f2e3d4c5b6a7988\n3\n${root}\n`);
  });

  it("RULELOG-2 a reason is told without anybody's address, and none is null", () => {
    const wallet = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";
    expect(publicReason(`The balance of user:${wallet} is not the sum of its entries`)).toBe(
      "The balance of user:… is not the sum of its entries",
    );
    expect(publicReason("  a wrong photo ")).toBe("a wrong photo");
    expect(publicReason(" ")).toBeNull();
    expect(publicReason(null)).toBeNull();
  });
});
