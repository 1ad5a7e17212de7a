import { LRUCache } from "lru-cache";
import type { Lamports } from "../../../domain/lamports.ts";
import { signerOf } from "../../foundation/chain/compose-transaction.ts";
import { networkFeeOf } from "../../foundation/chain/priority-fee.ts";
import type { AttemptRow } from "./open-payments.ts";

/** What the signed bytes of an attempt contain. */
interface AttemptFacts {
  /** Address of the house wallet that signed it and pays for it. */
  readonly signer: string;
  /** Lamports that the network charges for it by its rule: one signature and the bid. */
  readonly networkFee: Lamports;
}

const MAX_REMEMBERED = 20_000;
const remembered = new LRUCache<string, AttemptFacts>({ max: MAX_REMEMBERED });

/** For the caller that has just signed the bytes. */
export const rememberFacts = (signature: string, facts: AttemptFacts): void =>
  void remembered.set(signature, facts);

/** Decoded once: decoding takes a third of a millisecond, and a signature always stands for the same bytes. */
export function attemptFacts({ signature, wire }: Pick<AttemptRow, "signature" | "wire">): AttemptFacts {
  const known = remembered.get(signature);
  if (known) return known;
  const facts = { signer: signerOf(wire), networkFee: networkFeeOf(wire) };
  remembered.set(signature, facts);
  return facts;
}
