import { getBase58Decoder, getBase64Decoder } from "@solana/kit";
import type { AccountState } from "../chain/chain-store.ts";
import type { Json } from "./json.ts";
import { type Method, inContext } from "./methods.ts";
import {
  type Config,
  type DataEncoding,
  addressOf,
  choice,
  commitment,
  config,
  count,
  dataEncodings,
  list,
  text,
} from "./params.ts";
import { invalidParams, invalidRequest } from "./rpc-error.ts";

const base58 = getBase58Decoder();
const base64 = getBase64Decoder();

const MAX_ACCOUNTS = 100;
const MAX_BASE58_BYTES = 128;
const MAX_DATA_BYTES = 10 * 1024 * 1024;
const NEVER_RENT_EPOCH = 18_446_744_073_709_551_615n;

/** An account as the RPC shows it, in the encoding that the options request. */
export function renderAccount(account: AccountState | null, options: Config): Json {
  if (!account) return null;
  const encoding = choice(options, "encoding", dataEncodings, null);
  const { start, end } = sliceOf(options["dataSlice"] ?? null);
  const slice = account.data.subarray(start, end);
  return {
    data: renderData(slice, encoding),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    rentEpoch: NEVER_RENT_EPOCH,
    space: account.data.length,
  };
}

function sliceOf(slice: unknown): { start: number; end: number | undefined } {
  if (slice === null) return { start: 0, end: undefined };
  const options = config([slice], 0, "UiDataSliceConfig");
  for (const field of ["offset", "length"]) {
    if (options[field] === undefined) throw invalidParams(`Invalid params: missing field \`${field}\`.`);
  }
  const start = count(options["offset"], undefined, "usize");
  return { start, end: start + count(options["length"], undefined, "usize") };
}

function renderData(data: Uint8Array, encoding: DataEncoding | null): Json {
  if (encoding === "base58" || encoding === "binary" || encoding === null) {
    if (data.length > MAX_BASE58_BYTES) {
      throw invalidRequest(
        "Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.",
      );
    }
    return encoding === "base58" ? [base58.decode(data), "base58"] : base58.decode(data);
  }
  if (encoding === "base64+zstd") throw invalidParams("Invalid params: base64+zstd is not supported here.");
  // No program here has a parser; nodes fall back to base64 in that case.
  return [base64.decode(data), "base64"];
}

export const accountMethods: Record<string, Method> = {
  getBalance(chain, params) {
    const address = addressOf(text(params, 0));
    const at = commitment(chain, config(params, 1));
    return inContext(chain, at, chain.account(address, at)?.lamports ?? 0n);
  },

  getAccountInfo(chain, params) {
    const address = addressOf(text(params, 0));
    const options = config(params, 1, "RpcAccountInfoConfig");
    const at = commitment(chain, options);
    return inContext(chain, at, renderAccount(chain.account(address, at), options));
  },

  getMultipleAccounts(chain, params) {
    const addresses = list(params, 0, MAX_ACCOUNTS).map(addressOf);
    const options = config(params, 1, "RpcAccountInfoConfig");
    const at = commitment(chain, options);
    const accountOptions = { ...options, encoding: options["encoding"] ?? "base64" };
    return inContext(
      chain,
      at,
      addresses.map((address) => renderAccount(chain.account(address, at), accountOptions)),
    );
  },

  getMinimumBalanceForRentExemption(chain, params) {
    const bytes = count(params[0], undefined, "usize");
    if (bytes > MAX_DATA_BYTES) throw invalidRequest();
    return chain.minimumBalance(bytes);
  },
};
