import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64.ts";

describe("base64", () => {
  it("reads and writes what Node does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString("base64"));
        expect(decodeBase64(text)).toEqual(bytes);
      }),
    );
  });

  it.each(["A", "AA", "AAA", "AB==", "AAB=", "AA=A", "AAAA\n", "AA-_", "===="])(
    "refuses %j, another spelling or none at all",
    (text) => {
      expect(decodeBase64(text)).toBeNull();
    },
  );
});
