import * as z from "zod/mini";
import { type SignedLamports, signedLamports } from "../lamports.ts";
import { parseWalletAddress } from "../wallet-address.ts";

/*
 * The forms that fields of entries have. Each value has one spelling only, so that an entry has one text.
 */

/** SHA-256 in hex: of something published, or of something with a salt, whose opening may be served beside the log. */
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const address = z.string().check(z.refine((text) => parseWalletAddress(text).ok));

/** Number of something, an index, or a slot. */
export const count = z.int().check(z.nonnegative());

/** A moment in UTC to the millisecond, `2026-11-28T10:00:00.000Z`. */
export const instant = z.codec(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)),
  z.date(),
  { decode: (text) => new Date(text), encode: (date) => date.toISOString() },
);

/** Lamports as decimal text, with a minus sign where something was taken. */
export const lamports = z.codec(
  z.string().check(z.regex(/^(?:0|-?[1-9]\d{0,18})$/)),
  z.custom<SignedLamports, SignedLamports>((value) => typeof value === "bigint"),
  { decode: (text) => signedLamports(BigInt(text)), encode: (amount) => amount.toString() },
);

const KEY = /^[a-z][a-z0-9_]*$/;

/** Values by key in alphabetical order, as settings are stored. */
export const rules = z.catchall(z.object({}), z.string()).check(
  z.refine((values) => {
    const keys = Object.keys(values);
    return keys.every((key) => KEY.test(key)) && keys.join() === keys.toSorted().join();
  }),
);
