import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { encodeBase58 } from "../../domain/base58.ts";
import { lamports } from "../../domain/lamports.ts";
import { composeTransaction } from "../chain/compose-transaction.ts";
import { paymentMessage } from "./payment-template.ts";

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58);
const houseWallets = Array.from({ length: 3 }, () => encodeBase58(randomBytes(32)));

it("BET-1 a payment is byte for byte what the library composes for it", () => {
  fc.assert(
    fc.property(
      fc.record({
        wallet: fc.oneof(address, fc.constantFrom(...houseWallets)),
        depositAddress: fc.constantFrom(...houseWallets),
        lamports: fc.bigInt({ min: 1n, max: 2n ** 53n }).map(lamports),
        memo: fc.oneof(
          fc.constant("furlong:2:bet b-0123456789abcdef01234567 ").map((start) => start + "ab".repeat(32)),
          fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }),
        ),
        blockhash: address,
        bid: fc.option(
          fc.record({
            unitLimit: fc.integer({ min: 1, max: 200_000 }),
            unitPrice: fc.bigInt({ min: 1n, max: 10n ** 9n }),
          }),
        ),
      }),
      ({ wallet, depositAddress, lamports: amount, memo, blockhash, bid }) => {
        const lifetime = { slot: 1n, blockhash, lastValidBlockHeight: 200n };
        const composed = composeTransaction({
          source: wallet,
          transfer: { destination: depositAddress, lamports: amount },
          memo,
          lifetime,
          bid,
        });
        const made = paymentMessage({ wallet, depositAddress, lamports: amount, memo, lifetime, bid });
        expect(made).toEqual(Buffer.from(composed.messageBytes));
      },
    ),
    { numRuns: 300 },
  );
});
