import { createHash } from "node:crypto";
import { createSignInMessageText } from "@solana/wallet-standard-util";
import type { Entropy } from "../../foundation/ports.ts";

/** Everything that a wallet shows when it asks to sign in, except the address. Strings, so that they stay as sent. */
export interface SignInInput {
  readonly domain: string;
  readonly uri: string;
  readonly statement: string;
  readonly version: string;
  readonly chainId: string;
  readonly nonce: string;
  /** ISO 8601 */
  readonly issuedAt: string;
  /** ISO 8601 */
  readonly expirationTime: string;
}

/** The bytes that a wallet signs to prove that it is `address` (rule IDENTITY-1). */
export const signInBytes = (input: SignInInput, address: string): Uint8Array =>
  new TextEncoder().encode(createSignInMessageText({ ...input, address }));

/** 256 random bits for a cookie, base64url. */
export const newToken = (entropy: Entropy): string => Buffer.from(entropy.bytes(32)).toString("base64url");

/** The stored form of a secret that a browser holds. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");
