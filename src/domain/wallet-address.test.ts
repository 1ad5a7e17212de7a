import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBase58 } from "./base58.ts";
import { parseWalletAddress, shortAddress } from "./wallet-address.ts";

const refused = { ok: false, code: "INVALID_WALLET" };

describe("wallet addresses", () => {
  it("are base58 of 32 bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const address = encodeBase58(bytes);
        expect(parseWalletAddress(address)).toEqual({ ok: true, value: address });
      }),
    );
  });

  it("are nothing else", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }).filter((bytes) => bytes.length !== 32),
        (bytes) => {
          expect(parseWalletAddress(encodeBase58(bytes))).toEqual(refused);
        },
      ),
    );
    const address = encodeBase58(new Uint8Array(32).fill(7));
    for (const text of [` ${address}`, `${address}\n`, `1${address}`, "anonymous", "1".repeat(100_000)]) {
      expect(parseWalletAddress(text)).toEqual(refused);
    }
  });

  it("are shortened to their two ends", () => {
    expect(shortAddress("4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH", 4, 4)).toBe("4Nd1…f9bH");
    expect(shortAddress("4Nd1f9bH", 4, 4)).toBe("4Nd1f9bH");
  });
});
