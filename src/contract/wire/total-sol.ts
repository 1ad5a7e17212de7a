import * as z from "zod/mini";
import { signedLamports } from "../../domain/lamports.ts";
import { amountRule, decodeSigned, MAX_WIRE_LAMPORTS, signedAmounts, solFromLamports } from "./codecs.ts";

/**
 * A sum over the whole game in an answer: may be negative, and is exact up to {@link MAX_WIRE_LAMPORTS}. A larger one is
 * rounded to the nearest double, so that a growing house does not lose its figures.
 */
export const totalSol = z.codec(z.number({ error: amountRule }), signedAmounts(), {
  decode: (wire, ctx) =>
    Math.abs(wire) <= 2 ** 23
      ? decodeSigned(amountRule)(wire, ctx)
      : signedLamports(BigInt(Math.round(wire * 1e9))),
  encode: (amount) =>
    amount <= MAX_WIRE_LAMPORTS && amount >= 0n - MAX_WIRE_LAMPORTS
      ? solFromLamports(amount)
      : Number(amount) / 1e9,
});
