import type { Entropy } from "../../../foundation/ports.ts";

/** A fraction from 0 up to 1, exclusive, made of 48 random bits. */
export const drawFraction = (entropy: Entropy): number =>
  entropy.bytes(6).reduce((value, byte) => value * 256 + byte, 0) / 2 ** 48;
