import { randomBytes } from "node:crypto";
import type { Entropy } from "../foundation/ports.ts";

/** The operating system's randomness. */
export const nodeEntropy: Entropy = { bytes: (length) => new Uint8Array(randomBytes(length)) };
