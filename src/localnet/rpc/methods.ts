import type { ChainCommitment } from "../chain/commitments.ts";
import type { LocalChain } from "../chain/local-chain.ts";
import type { Json } from "./json.ts";
import type { Params } from "./params.ts";

/** One JSON-RPC call. Throws `RpcError` for what a node would refuse. */
export type Method = (chain: LocalChain, params: Params) => Json | Promise<Json>;

/** A value with the slot at which it is true. */
export const inContext = (chain: LocalChain, commitment: ChainCommitment, value: Json): Json => ({
  context: { apiVersion: API_VERSION, slot: chain.slot(commitment) },
  value,
});

/** The validator release whose answers these methods imitate. */
export const API_VERSION = "4.2.0";
