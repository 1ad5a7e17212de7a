import {
  getCompiledTransactionMessageDecoder,
  getInstructionsFromCompiledTransactionMessage,
  getTransactionDecoder,
} from "@solana/kit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTextSignedBy } from "../../../../server/foundation/chain/text-signature.ts";
import { createThirdPartyWallet, newThirdPartyKey } from "../../../../../tests/support/third-party-wallet.ts";
import { fromBase64 } from "../base64.ts";
import { signUnsent, unsentTransaction } from "./sign-unsent.ts";

const key = newThirdPartyKey();

describe.each([
  ["legacy", ["legacy"]],
  ["legacy", ["legacy", 0]],
  [0, [0]],
  [0, [1, 0]],
  [1, [1]],
] as const)("a wallet that signs transactions of version %s of %j", (version, versions) => {
  it("IDENTITY-8 signs a text in one that the server takes for that text", async () => {
    const { wallet } = createThirdPartyWallet({ name: "Hardware", keys: [key], versions });
    const [account] = wallet.accounts;
    // The length of a memo takes one byte or two.
    for (const length of [0, 1, 127, 128, 129, 800]) {
      const text = "x".repeat(length);
      const transaction = await signUnsent(wallet, account!, "solana:devnet", text);
      const isOf = (said: string, address = key.address) =>
        isTextSignedBy(address, new TextEncoder().encode(said), { transaction });
      expect(isOf(text)).toBe(true);
      expect(isOf(`${text}.`)).toBe(false);
      expect(isOf(text, newThirdPartyKey().address)).toBe(false);
      const { messageBytes } = getTransactionDecoder().decode(fromBase64(transaction));
      expect(getCompiledTransactionMessageDecoder().decode(messageBytes)).toMatchObject({ version });
    }
  });
});

it("IDENTITY-8 any text comes back out of the memo as it was", () => {
  const decode = (wire: Uint8Array) => {
    const { messageBytes } = getTransactionDecoder().decode(wire);
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    return getInstructionsFromCompiledTransactionMessage(message)[1]?.data;
  };
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.constantFrom("legacy" as const, 0 as const, 1 as const),
      (publicKey, text, version) => {
        const memo = new Uint8Array(decode(unsentTransaction(publicKey, text, version)) ?? []);
        expect(Buffer.from(memo).toString()).toBe(Buffer.from(text).toString());
      },
    ),
  );
});
