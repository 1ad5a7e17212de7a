import * as z from "zod/mini";
import { isLamports, type Lamports, signedLamports } from "../../domain/lamports.ts";
import { amountRule, decodeSigned, MAX_WIRE_LAMPORTS, signedAmounts, solFromLamports } from "./codecs.ts";

const decodeTotal = (wire: number, ctx: z.core.ParsePayload) =>
  Math.abs(wire) <= 2 ** 23
    ? decodeSigned(amountRule)(wire, ctx)
    : signedLamports(BigInt(Math.round(wire * 1e9)));

const encodeTotal = (amount: bigint): number =>
  amount <= MAX_WIRE_LAMPORTS && amount >= 0n - MAX_WIRE_LAMPORTS
    ? solFromLamports(amount)
    : Number(amount) / 1e9;

/**
 * A sum over the whole game in an answer: may be negative, and is exact up to {@link MAX_WIRE_LAMPORTS}. A larger one
 * is rounded to the nearest double, so that a growing house does not lose its figures.
 */
export const totalSol = z.codec(z.number({ error: amountRule }), signedAmounts(), {
  decode: decodeTotal,
  encode: encodeTotal,
});

/** A sum that only grows: as {@link totalSol}, but never negative. */
export const turnoverSol = z.codec(
  z.number({ error: amountRule }),
  z.custom<Lamports, Lamports>(isLamports, { error: amountRule }),
  {
    decode(wire, ctx) {
      const amount = decodeTotal(wire, ctx);
      if (isLamports(amount)) return amount;
      if (ctx.issues.length === 0) ctx.issues.push({ code: "custom", message: amountRule, input: wire });
      return z.NEVER;
    },
    encode: encodeTotal,
  },
);
