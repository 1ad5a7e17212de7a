import { getBase58Decoder } from "@solana/kit";
import { until } from "../support/until.ts";
import type { NodeCaller } from "./node-caller.ts";
import type { SignTransaction, signerOf } from "./signed-transactions.ts";

export const SYSTEM = "11111111111111111111111111111111";
export const SOL = 1_000_000_000;
/** A slot that no chain reaches. */
export const NEVER = 4_000_000_000;
/** A blockhash and a signature that no chain has. */
export const NO_HASH = "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N";
export const NO_SIGNATURE = getBase58Decoder().decode(Uint8Array.from({ length: 64 }, () => 7));

/** What the calls share: the node, and those who hold and move money on it. */
export interface Play {
  readonly node: NodeCaller;
  readonly sign: SignTransaction;
  readonly alice: Awaited<ReturnType<typeof signerOf>>;
  readonly carol: Awaited<ReturnType<typeof signerOf>>;
  readonly bob: string;
  readonly nobody: string;
  firstBlockhash: string;
}

export const isFinal = (node: NodeCaller, signature: string) =>
  until(`${signature} to be final`, async () => {
    const { value } = await node.valueOf("getSignatureStatuses", [signature]);
    return value[0]?.confirmationStatus === "finalized";
  });
