import { getAddressEncoder, getBase58Encoder, getBase64Encoder } from "@solana/kit";
import type { ChainCommitment } from "../chain/commitments.ts";
import type { LocalChain } from "../chain/local-chain.ts";
import { type WireTransaction, readTransaction } from "../chain/wire-transaction.ts";
import { RpcError, invalidParams } from "./rpc-error.ts";

/** A call's positional parameters, unchecked. */
export type Params = readonly unknown[];

/** The last parameter of most calls: named options, all optional. */
export type Config = Readonly<Record<string, unknown>>;

export const dataEncodings = ["base58", "base64", "base64+zstd", "jsonParsed"] as const;
export type DataEncoding = (typeof dataEncodings)[number];
export const transactionEncodings = ["json", "jsonParsed", "base58", "base64"] as const;
export type TransactionEncoding = (typeof transactionEncodings)[number];

export function config(params: Params, index: number): Config {
  const value = params[index] ?? {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw invalidParams("Invalid params: invalid type: expected a configuration object.");
  }
  return value as Config;
}

/** One of the named values of an option, or the default when it is absent. */
export function choice<const Option extends string, Default>(
  options: Config,
  key: string,
  allowed: readonly Option[],
  otherwise: Default,
): Option | Default {
  const value = options[key] ?? null;
  if (value === null) return otherwise;
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw invalidParams(`Invalid params: unknown variant ${JSON.stringify(value)}.`);
  return found;
}

/** The option `commitment`; Solana's default is `finalized`. Also checks `minContextSlot`. */
export function commitment(chain: LocalChain, options: Config): ChainCommitment {
  const chosen = choice(options, "commitment", ["processed", "confirmed", "finalized"], "finalized");
  const least = options["minContextSlot"] ?? null;
  const slot = chain.slot(chosen);
  if (least !== null && Number(least) > slot) {
    throw new RpcError(-32016, "Minimum context slot has not been reached", { contextSlot: slot });
  }
  return chosen;
}

/** Like `commitment`, for calls that only know blocks: `processed` is refused as nodes do. */
export function blockCommitment(chain: LocalChain, options: Config): "confirmed" | "finalized" {
  const chosen = commitment(chain, options);
  if (chosen === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return chosen;
}

export function text(params: Params, index: number): string {
  const value = params[index];
  if (typeof value !== "string")
    throw invalidParams(`Invalid params: invalid type at ${index}, expected a string.`);
  return value;
}

/** An integer of at least 0, or `otherwise` when absent. */
export function count(value: unknown, otherwise?: number): number {
  const number = value ?? otherwise;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 0) {
    throw invalidParams("Invalid params: invalid value, expected u64.");
  }
  return number;
}

export function list(params: Params, index: number, most: number): readonly string[] {
  const value: unknown = params[index];
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw invalidParams(`Invalid params: invalid type at ${index}, expected a sequence of strings.`);
  }
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`);
  return value;
}

const addressBytes = getAddressEncoder();

export function addressOf(value: unknown): string {
  try {
    addressBytes.encode(value as never);
  } catch {
    throw invalidParams("Invalid param: Invalid");
  }
  return String(value);
}

const base58 = getBase58Encoder();
const base64 = getBase64Encoder();

/** Maximum length of base58 text: decoding takes quadratic time. */
const LONGEST_BASE58 = 1683;

export function bytesOf(value: string, encoding: "base58" | "base64"): Uint8Array {
  if (encoding === "base58" && value.length > LONGEST_BASE58) {
    throw invalidParams(
      `base58 encoded transaction too large: ${value.length} bytes (max: ${LONGEST_BASE58})`,
    );
  }
  try {
    return Uint8Array.from((encoding === "base58" ? base58 : base64).encode(value));
  } catch {
    throw invalidParams(`invalid ${encoding} encoding`);
  }
}

export function signatureOf(value: unknown): string {
  if (typeof value !== "string" || value.length > 88) throw invalidParams("Invalid param: WrongSize");
  if (bytesOf(value, "base58").length !== 64) throw invalidParams("Invalid param: WrongSize");
  return value;
}

export function transactionOf(value: string, options: Config): WireTransaction {
  const encoding = choice(options, "encoding", ["base58", "base64"], "base58");
  const read = readTransaction(bytesOf(value, encoding));
  if (!read.ok) throw invalidParams(read.message ?? "invalid transaction");
  return read.value;
}
