import { getBase58Encoder, getBase64Encoder } from "@solana/kit";
import type { ChainCommitment } from "../chain/commitments.ts";
import type { LocalChain } from "../chain/local-chain.ts";
import { MAX_TRANSACTION_BYTES, type WireTransaction, readTransaction } from "../chain/wire-transaction.ts";
import { RpcError, invalidParams } from "./rpc-error.ts";

/** A call's positional parameters, unchecked. */
export type Params = readonly unknown[];

/** The last parameter of most calls: named options, all optional. */
export type Config = Readonly<Record<string, unknown>>;

export const dataEncodings = ["binary", "base58", "base64", "jsonParsed", "base64+zstd"] as const;
export type DataEncoding = (typeof dataEncodings)[number];
export const transactionEncodings = ["binary", "base64", "base58", "json", "jsonParsed"] as const;
export type TransactionEncoding = (typeof transactionEncodings)[number];

/** @param type the node's own name of these options, which its refusal mentions */
export function config(params: Params, index: number, type = "RpcContextConfig"): Config {
  const value = params[index] ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw invalidType(value, `struct ${type}`);
  return value as Config;
}

/** Options of `getBlock` and `getTransaction`, for which an encoding alone may stand. */
export function encodingConfig(params: Params, index: number): Config {
  const value = params[index] ?? {};
  if (typeof value === "string") return encodingConfig([{ encoding: value }], 0);
  const { encoding, transactionDetails, maxSupportedTransactionVersion: version = null } = config([value], 0);
  const isOneOf = (given: unknown, allowed: readonly string[]) =>
    given === undefined || given === null || allowed.includes(given as string);
  const isVersion =
    version === null || (Number.isInteger(version) && Number(version) >= 0 && Number(version) <= 255);
  if (
    !isVersion ||
    !isOneOf(encoding, transactionEncodings) ||
    !isOneOf(transactionDetails, transactionDetailKinds)
  ) {
    throw invalidParams(
      "Invalid params: data did not match any variant of untagged enum RpcEncodingConfigWrapper.",
    );
  }
  return value as Config;
}

export const transactionDetailKinds = ["full", "signatures", "none", "accounts"] as const;

const invalidType = (value: unknown, expected: string): RpcError =>
  invalidParams(`Invalid params: invalid type: ${described(value)}, expected ${expected}.`);

/** A value as a node's refusal describes it. */
function described(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return `string ${JSON.stringify(value)}`;
  if (typeof value === "boolean") return `boolean \`${value}\``;
  if (typeof value === "number") {
    return `${Number.isInteger(value) ? "integer" : "floating point"} \`${value}\``;
  }
  return Array.isArray(value) ? "sequence" : "map";
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
  if (found === undefined) throw unknownVariant(text([value], 0), allowed);
  return found;
}

export const unknownVariant = (value: string, allowed: readonly string[]): RpcError => {
  const known = allowed.map((option) => `\`${option}\``).join(", ");
  return invalidParams(`Invalid params: unknown variant \`${value}\`, expected one of ${known}.`);
};

/**
 * The option `commitment`, of which `confirmed` and `finalized` are the same here; an unknown one is passed over, as by
 * nodes. Also checks `minContextSlot`.
 */
export function commitment(chain: LocalChain, options: Config): ChainCommitment {
  const chosen = options["commitment"] === "processed" ? "processed" : "finalized";
  requireContextSlot(chain, options, chosen);
  return chosen;
}

export const commitmentNames = ["processed", "confirmed", "finalized"] as const;

export function requireContextSlot(chain: LocalChain, options: Config, at: ChainCommitment): void {
  const least = options["minContextSlot"] ?? null;
  const slot = chain.slot(at);
  if (least !== null && count(least) > slot) {
    throw new RpcError(-32016, "Minimum context slot has not been reached", { contextSlot: slot });
  }
}

/** Like `commitment`, for calls that only know blocks: `processed` is refused as nodes do. */
export function blockCommitment(chain: LocalChain, options: Config): "finalized" {
  const chosen = commitment(chain, options);
  if (chosen === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return chosen;
}

export function text(params: Params, index: number): string {
  const value = params[index];
  if (typeof value !== "string") throw invalidType(value, "a string");
  return value;
}

/** An integer of at least 0, or `otherwise` when absent. `type` is the node's own, which its refusal mentions. */
export function count(value: unknown, otherwise?: number, type: "u64" | "usize" = "u64"): number {
  const number = value ?? otherwise;
  if (typeof number !== "number" || !Number.isInteger(number)) throw invalidType(number, type);
  if (!Number.isSafeInteger(number) || number < 0) {
    throw invalidParams(`Invalid params: invalid value: integer \`${number}\`, expected ${type}.`);
  }
  return number;
}

export function list(params: Params, index: number, most: number): readonly string[] {
  const value: unknown = params[index];
  if (!Array.isArray(value)) throw invalidType(value, "a sequence");
  const other: unknown = value.find((item) => typeof item !== "string");
  if (other !== undefined) throw invalidType(other, "a string");
  if (value.length > most) throw invalidParams(`Too many inputs provided; max ${most}`);
  return value;
}

/** Why a text is not base58 of so many bytes, in a node's words; null when it is. */
export function faultOfBase58(value: string, bytes: number): "Invalid" | "WrongSize" | null {
  if (value.length > 2 * bytes) return "WrongSize";
  try {
    return base58.encode(value).length === bytes ? null : "WrongSize";
  } catch {
    return "Invalid";
  }
}

export function addressOf(value: unknown): string {
  const address = text([value], 0);
  const fault = faultOfBase58(address, 32);
  if (fault !== null) throw invalidParams(`Invalid param: ${fault}`);
  return address;
}

const base58 = getBase58Encoder();
const base64 = getBase64Encoder();

/** Maximum length of base58 text: decoding takes quadratic time. */
const LONGEST_BASE58 = 1683;

export function bytesOf(value: string, encoding: "base58" | "base64"): Uint8Array {
  if (encoding === "base58" && value.length > LONGEST_BASE58) {
    throw invalidParams(
      `base58 encoded solana_transaction::versioned::VersionedTransaction too large: ${value.length} bytes (max: encoded/raw ${LONGEST_BASE58}/${MAX_TRANSACTION_BYTES})`,
    );
  }
  try {
    return Uint8Array.from((encoding === "base58" ? base58 : base64).encode(value));
  } catch {
    throw invalidParams(`invalid ${encoding} encoding`);
  }
}

export function signatureOf(value: unknown): string {
  const signature = text([value], 0);
  const fault = faultOfBase58(signature, 64);
  if (fault !== null) throw invalidParams(`Invalid param: ${fault}`);
  return signature;
}

export function transactionOf(value: string, options: Config): WireTransaction {
  const encodingName = choice(options, "encoding", transactionEncodings, "base58");
  const encoding = encodingName === "binary" ? "base58" : encodingName;
  if (encoding !== "base58" && encoding !== "base64") {
    throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
  }
  const read = readTransaction(bytesOf(value, encoding));
  if (!read.ok) throw invalidParams(read.message ?? "invalid transaction");
  return read.value;
}
