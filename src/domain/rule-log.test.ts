import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lamports, signedLamports } from "./lamports.ts";
import {
  checkRules,
  EMPTY_RULE_LOG,
  foldRules,
  publicReason,
  type Rule,
  ruleHash,
  type RuleRow,
  ruleText,
} from "./rule-log.ts";

const at = new Date("2026-11-24T10:00:00.000Z");

/** Chains rules to rows as the database does. */
function chained(rules: readonly Rule[]): RuleRow[] {
  const rows: RuleRow[] = [];
  for (const [index, rule] of rules.entries()) {
    const entry = `{"row":${index + 1},${ruleText(rule, at).slice(1)}`;
    const before = rows.at(-1)?.hash ?? EMPTY_RULE_LOG.hash;
    rows.push({
      row: index + 1,
      entry,
      hash: createHash("sha256").update(`${before}\n${entry}`).digest("hex"),
    });
  }
  return rows;
}

const start = (settings: Record<string, string>): Rule => ({ kind: "start", settings });
const set = (key: string, from: string | null, to: string): Rule => ({
  kind: "setting",
  key,
  from,
  to,
  reason: null,
});

describe("the rule log", () => {
  it("RULELOG-1 an entry is JSON with time, kind and what is told, amounts as text", () => {
    const refund: Rule = {
      kind: "refund-race",
      race: "race-7",
      cause: "by_admin",
      settled: true,
      reason: "a wrong photo",
      lamports: lamports(5n),
    };
    expect(ruleText(refund, at)).toBe(
      '{"at":"2026-11-24T10:00:00.000Z","kind":"refund-race","race":"race-7","cause":"by_admin","settled":true,"reason":"a wrong photo","lamports":"5"}',
    );
    const resume: Rule = { kind: "resume", reason: null, difference: signedLamports(-7n) };
    expect(ruleText(resume, at)).toContain('"reason":null,"difference":"-7"}');
  });

  it("RULELOG-1 a row's hash is that of the hash before, a line feed and the entry, in UTF-8", () => {
    const [first] = chained([start({ house_edge: "5", über: "\n\u{1F40E}" })]);
    expect(ruleHash("0".repeat(64), first!.entry)).toBe(first!.hash);
  });

  const someRules = fc.array(
    fc.oneof(
      fc.record({ key: fc.string(), to: fc.string() }).map(({ key, to }) => set(key, null, to)),
      fc.string().map((reason): Rule => ({ kind: "halt", reason })),
      fc.constant<Rule>({ kind: "network", from: "devnet", to: "mainnet-beta" }),
    ),
    { minLength: 1, maxLength: 12 },
  );
  const someLog = someRules.map((rules) => chained([start({ house_edge: "5" }), ...rules]));

  it("RULELOG-3 a whole log holds, and so does each part of it after the row before", () => {
    fc.assert(
      fc.property(someLog, fc.nat(), (rows, cut) => {
        const from = cut % rows.length;
        expect(checkRules(rows)).toBeNull();
        expect(checkRules(rows.slice(from), rows[from - 1] ?? EMPTY_RULE_LOG)).toBeNull();
      }),
    );
  });

  it("RULELOG-3 a row that is changed, left out, moved or put in is found, at the place where it was", () => {
    fc.assert(
      fc.property(
        someLog,
        fc.nat(),
        fc.constantFrom("change", "leave out", "swap", "repeat"),
        (rows, pick, how) => {
          const place = pick % (rows.length - 1);
          const forged = rows.map((row) => ({ ...row }));
          if (how === "change")
            forged[place] = { ...rows[place]!, entry: rows[place]!.entry.replace("2026", "2025") };
          if (how === "leave out") forged.splice(place, 1);
          if (how === "swap") forged.splice(place, 2, rows[place + 1]!, rows[place]!);
          if (how === "repeat") forged.splice(place, 0, rows[place]!);
          const found = checkRules(forged);
          // Of a row that is repeated, the first is the right one; the second is not.
          expect(found?.row).toBe(place + (how === "repeat" ? 2 : 1));
        },
      ),
    );
  });

  it("RULELOG-3 a log that begins without the rules in force, or holds no JSON, does not hold", () => {
    expect(checkRules(chained([set("house_edge", null, "4")]))).toMatchObject({
      row: 1,
      rule: "kind",
      found: "setting",
    });
    expect(checkRules(chained([start({}), start({ house_edge: "50" })]))).toMatchObject({
      row: 2,
      rule: "kind",
    });
    const broken = "no JSON";
    expect(
      checkRules([{ row: 1, entry: broken, hash: ruleHash(EMPTY_RULE_LOG.hash, broken) }]),
    ).toMatchObject({
      rule: "number",
    });
    const [first] = chained([start({})]);
    expect(checkRules([{ ...first!, hash: "f".repeat(64) }])).toMatchObject({
      rule: "hash",
      expected: first!.hash,
    });
  });

  it("RULELOG-3 the settings in force are those of the start, each with its last change", () => {
    const rows = chained([
      start({ house_edge: "5", network: "devnet" }),
      set("house_edge", "5", "4"),
      { kind: "halt", reason: "x" },
      { kind: "network", from: "devnet", to: "mainnet-beta" },
      set("minimum_age", null, "21"),
    ]);
    expect(Object.fromEntries(foldRules(rows))).toEqual({
      house_edge: "4",
      network: "mainnet-beta",
      minimum_age: "21",
    });
    expect(foldRules(rows.slice(0, 1)).get("house_edge")).toBe("5");
  });

  it("RULELOG-3 folding any prefix gives the last value that was set in it", () => {
    const changes = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.string()), { maxLength: 20 });
    fc.assert(
      fc.property(changes, fc.nat(), (pairs, cut) => {
        const rows = chained([start({ a: "0" }), ...pairs.map(([key, to]) => set(key, null, to))]);
        const taken = cut % (pairs.length + 1);
        const wanted = new Map([["a", "0"], ...pairs.slice(0, taken)]);
        expect(foldRules(rows.slice(0, taken + 1))).toEqual(wanted);
      }),
    );
  });

  it("RULELOG-3 the example of docs/fairness.md holds, and so does what it says of the rules", () => {
    const docs = readFileSync(new URL("../../docs/fairness.md", import.meta.url), "utf8");
    const rows = Array.from(
      docs.matchAll(/^(\{"row":(\d+),.*\})\n([0-9a-f]{64})$/gm),
      ([, entry = "", row, hash = ""]) => ({ row: Number(row), entry, hash }),
    );
    expect(rows).toHaveLength(3);
    expect(checkRules(rows)).toBeNull();
    expect(foldRules(rows.slice(0, 2)).get("house_edge")).toBe("4");
    expect(docs).toContain(` rules=${rows[1]!.hash}\``);
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
