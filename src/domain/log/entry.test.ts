import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commitOf } from "../../../tests/support/log-rows.ts";
import { signedLamports } from "../lamports.ts";
import { type EntryContent, readEntry, writeEntry } from "./entry.ts";

const at = new Date("2026-11-28T10:00:00.000Z");
const notary = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";
const hash = "0123456789abcdef".repeat(4);

/** Halves of characters outside the first plane too, which UTF-8 cannot hold. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const open: EntryContent = {
  kind: "open",
  format: "furlong-log-1",
  network: "localnet",
  genesis_hash: notary,
  origin: "localhost/log/1f2e3d4c",
  notary,
  memo_program: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  seed_chain: { tip: hash, length: 100_000 },
  rules: { house_edge: "5", network: "localnet" },
  before: null,
};
const commit = commitOf(7);
const contents: readonly EntryContent[] = [
  open,
  { kind: "close", notary },
  { kind: "wallet", address: notary, role: "hot", change: "begins" },
  { kind: "rule", rule: "setting", key: "house_edge", from: null, to: "5", reason: null },
  { kind: "rule", rule: "halt", reason: hash },
  {
    kind: "rule",
    rule: "refund-race",
    race: "race-7",
    cause: "by_admin",
    settled: true,
    reason: "a wrong photo",
    lamports: signedLamports(5n),
  },
  {
    kind: "rule",
    rule: "refund-bet",
    race: "race-7",
    bet: "bet-1",
    settled: false,
    reason: null,
    lamports: signedLamports(5n),
  },
  { kind: "rule", rule: "resume", difference: signedLamports(-5n), reason: null },
  { kind: "rule", rule: "transfer", from: "hot", lamports: signedLamports(7n), reason: null },
  { kind: "rule", rule: "balance", wallet: hash, lamports: signedLamports(-7n), reason: hash },
  {
    kind: "rule",
    rule: "special-race",
    race_type: "sprint",
    house_edge_bps: 0,
    jackpot: signedLamports(1_000_000_000n),
    min_bets: 2,
    countdown_ms: 30_000,
    reason: null,
  },
  { kind: "rule", rule: "jackpot-not-covered", lamports: signedLamports(9n) },
  commit,
];

describe("LOG-5 an entry of the log", () => {
  it.each(contents)("is read back from its text: $kind $rule", (content) => {
    const text = writeEntry(content, at);
    expect(readEntry(text)).toEqual({ ...content, at });
    expect(text).not.toMatch(/\n/);
  });

  it("has the documented order of fields, whatever the order in which they were given", () => {
    expect(writeEntry({ notary, kind: "close" }, at)).toBe(
      `{"kind":"close","at":"2026-11-28T10:00:00.000Z","notary":"${notary}"}`,
    );
    expect(
      writeEntry({ reason: null, difference: signedLamports(12n), rule: "resume", kind: "rule" }, at),
    ).toBe('{"kind":"rule","at":"2026-11-28T10:00:00.000Z","rule":"resume","difference":"12","reason":null}');
  });

  const wallet = writeEntry({ kind: "wallet", address: notary, role: "hot", change: "begins" }, at);
  const resume = writeEntry(
    { kind: "rule", rule: "resume", difference: signedLamports(12n), reason: null },
    at,
  );
  const opened = writeEntry(open, at);
  const committed = writeEntry(commit, at);

  it.each([
    ["an unknown field", wallet.replace("}", ',"x":1}')],
    ["an unknown field that objects hide", wallet.replace("}", ',"__proto__":1}')],
    ["another order", wallet.replace(/("kind":"wallet"),("at":"[^"]+")/, "$2,$1")],
    ["a field twice", wallet.replace("{", '{"kind":"wallet",')],
    ["spaces", wallet.replace(",", ", ")],
    ["an end of line", `${wallet}\n`],
    ["a byte order mark", `\uFEFF${wallet}`],
    ["an escape that is not needed", wallet.replace("hot", "\\u0068ot")],
    ["a moment that does not exist", wallet.replace("11-28", "02-30")],
    ["a moment without milliseconds", wallet.replace(".000", "")],
    ["a kind of another program", wallet.replace("wallet", "wager")],
    ["leading zeros", resume.replace('"12"', '"012"')],
    ["a plus sign", resume.replace('"12"', '"+12"')],
    ["minus nothing", resume.replace('"12"', '"-0"')],
    ["other digits", resume.replace('"12"', '"١٢"')],
    ["a number in place of text", resume.replace('"12"', "12")],
    ["true in place of a number", opened.replace("100000", "true")],
    ["a fraction spelled out", opened.replace("100000", "100000.0")],
    ["a number beyond those that are exact", opened.replace("100000", "9007199254740993")],
    ["rules in another order", opened.replace(/("house_edge":"5"),("network":"localnet")/, "$2,$1")],
    ["a rule that objects hide", opened.replace('"house_edge"', '"__proto__"')],
    ["no wallet to lock real money", committed.replace(/"lock_wallet":"[^"]+"/, '"lock_wallet":null')],
    ["a wallet to lock play money", committed.replace('"ledger":"real"', '"ledger":"play"')],
    ["settings in another order", committed.replace(/("version":1),("raceType":"classic")/, "$2,$1")],
    ["a setting that no race has", committed.replace('"version":1', '"version":1,"x":1')],
    ["a setting with a value that it cannot have", committed.replace('"classic"', '"walk"')],
    ["the jackpot among the settings", committed.replace('"version":1', '"version":1,"jackpot":"5"')],
    ["five horses", committed.replace(/,{"number":6[^}]*}/, "")],
    ["horses in another order", committed.replace('{"number":1', '{"number":2')],
    ["no JSON", "{"],
    ["no object", "null"],
  ])("is refused with %s", (_what, text) => {
    expect([wallet, resume, opened, committed]).not.toContain(text);
    expect(readEntry(text)).toBeNull();
  });

  it("holds any text that a setting can have", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (to) => {
        const text = writeEntry(
          { kind: "rule", rule: "setting", key: "k", from: null, to, reason: null },
          at,
        );
        expect(readEntry(text)).toMatchObject({ to });
        expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text);
      }),
    );
  });

  it("is never longer than a bundle can hold, counted in bytes", () => {
    const setting = (to: string) =>
      writeEntry({ kind: "rule", rule: "setting", key: "k", from: null, to, reason: null }, at);
    const around = new TextEncoder().encode(setting("")).length;
    expect(setting("é".repeat((65_535 - around) >> 1)).length).toBeLessThan(65_535);
    expect(() => setting("x".repeat(65_536 - around))).toThrow(RangeError);
    expect(() => setting("é".repeat(((65_535 - around) >> 1) + 1))).toThrow(RangeError);
  });

  it("is not written with a content that its kind does not allow", () => {
    expect(() => writeEntry({ kind: "close", notary: "nobody" }, at)).toThrow(/notary/);
  });
});
