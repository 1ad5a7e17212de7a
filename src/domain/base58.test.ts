import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase58, encodeBase58 } from "./base58.ts";

describe("base58", () => {
  it("writes what others write", () => {
    expect(encodeBase58(Uint8Array.from(Buffer.from("Hello World!")))).toBe("2NEpo7TZRRrLZSi2U");
    expect(encodeBase58(new Uint8Array(32))).toBe("1".repeat(32));
    expect(encodeBase58(Uint8Array.from([0, 0, 40, 127, 180, 205]))).toBe("11233QC4");
    expect(encodeBase58(new Uint8Array(0))).toBe("");
  });

  it("reads back every byte string, leading zeros included", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(["0", "O", "I", "l", "a b", "é"])("refuses %j", (text) => {
    expect(decodeBase58(text)).toBeNull();
  });
});
