import { decodeBase58 } from "./base58.ts";
import { type Result, ok, refuse } from "./result.ts";

const ADDRESS_BYTES = 32;
/** Base58 of 32 bytes has 32 to 44 characters; longer input is refused before the costly decoding. */
export const LONGEST_ADDRESS = 44;

/**
 * Reads a Solana address: base58 of 32 bytes. An address has one spelling only, so two that are
 * equal as text are the same wallet.
 */
export function parseWalletAddress(text: string): Result<string, "INVALID_WALLET"> {
  if (text.length > LONGEST_ADDRESS) return refuse("INVALID_WALLET");
  return decodeBase58(text)?.length === ADDRESS_BYTES ? ok(text) : refuse("INVALID_WALLET");
}

/**
 * Shortens an address for people to recognize.
 *
 * @example
 * shortAddress("4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH", 4, 4); // "4Nd1…f9bH"
 */
export function shortAddress(address: string, head: number, tail: number): string {
  return address.length <= head + tail ? address : `${address.slice(0, head)}…${address.slice(-tail)}`;
}
