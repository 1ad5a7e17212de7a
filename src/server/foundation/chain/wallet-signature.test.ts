import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newWallet } from "../../../../tests/support/browser-session.ts";
import { isSignedBy } from "./wallet-signature.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a wallet's signature", () => {
  it("IDENTITY-1 is the named wallet's over exactly these bytes", () => {
    const wallet = newWallet();
    const signature = wallet.sign(bytes("hello"));
    expect(isSignedBy(wallet.address, bytes("hello"), signature)).toBe(true);
    expect(isSignedBy(wallet.address, bytes("hello."), signature)).toBe(false);
    expect(isSignedBy(newWallet().address, bytes("hello"), signature)).toBe(false);
    expect(isSignedBy(wallet.address, bytes("hello"), signature.subarray(0, 63))).toBe(false);
  });

  it("IDENTITY-1 is never that of a key of small order, which anybody can sign for", () => {
    const identityPoint = Buffer.alloc(64);
    identityPoint[0] = 1;
    const systemProgram = "1".repeat(32);
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.alloc(32)]),
      format: "der",
      type: "spki",
    });
    const messages = Array.from({ length: 64 }, (_, index) => bytes(`message ${index}`));
    expect(messages.some((message) => verify(null, message, key, identityPoint))).toBe(true);
    expect(messages.some((message) => isSignedBy(systemProgram, message, identityPoint))).toBe(false);
  });
});
