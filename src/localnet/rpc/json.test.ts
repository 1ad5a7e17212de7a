import fc from "fast-check";
import { expect, it } from "vitest";
import { type Json, parseJson, toJson } from "./json.ts";

it("writes whole numbers with all their digits and leaves out what is undefined", () => {
  expect(toJson({ lamports: 18_446_744_073_709_551_615n, none: undefined, list: [1, "a", null] })).toBe(
    '{"lamports":18446744073709551615,"list":[1,"a",null]}',
  );
});

it("reads numbers that a double cannot hold as bigints, and never touches text", () => {
  expect(parseJson('{"a":9007199254740993,"b":"9007199254740993","c":5,"d":-0.1234567890123456}')).toEqual({
    a: 9_007_199_254_740_993n,
    b: "9007199254740993",
    c: 5,
    d: -0.1234567890123456,
  });
  expect(parseJson('{"memo":"say \\"12345678901234567890\\" twice","n":12345678901234567890}')).toEqual({
    memo: 'say "12345678901234567890" twice',
    n: 12_345_678_901_234_567_890n,
  });
  expect(() => parseJson("{")).toThrow("JSON");
});

it("what was written is read back", () => {
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value))),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
      (value, big) => {
        const both = { value: value as Json, big };
        expect(parseJson(toJson(both))).toEqual({ value: JSON.parse(JSON.stringify(value)) as unknown, big });
      },
    ),
  );
});
