import { type Landing, searchLandings } from "../chain/search-landings.ts";
import { signerOf } from "../chain/compose-transaction.ts";
import type { Chain } from "../ports.ts";
import type { OpenPayment } from "./open-payments.ts";
import type { Fate } from "./payment-fate.ts";

/** A payment, and what the chain says of it. */
export interface ClassifiedPayment {
  readonly open: OpenPayment;
  readonly fate: Fate;
}

/**
 * Decides the payments whose attempts have expired and are not known to the node: they are free to be signed anew,
 * or given back, once it is proven that none of the attempts landed, and `unknown` until then (rule MONEY-11). `asOf`
 * is the finalized slot by which they had expired.
 */
export async function proveExpired(
  chain: Chain,
  payments: readonly ClassifiedPayment[],
  asOf: bigint,
): Promise<readonly ClassifiedPayment[]> {
  const sought = payments.flatMap(({ open, fate }) =>
    fate.type === "expired" ? fate.missing.map((attempt) => ({ attempt, memo: open.payment.memo })) : [],
  );
  if (sought.length === 0) return payments;
  const landings = new Map<string, Landing>();
  const signers = new Map(sought.map(({ attempt }) => [attempt.signature, signerOf(attempt.wire)]));
  for (const address of new Set(signers.values())) {
    const found = await searchLandings([chain], {
      address,
      asOf,
      sought: sought
        .filter(({ attempt }) => signers.get(attempt.signature) === address)
        .map(({ attempt: { signature, signedAtSlot }, memo }) => ({
          signature,
          memo,
          afterSlot: signedAtSlot,
        })),
    });
    for (const [signature, landing] of found) landings.set(signature, landing);
  }
  return payments.map(({ open, fate }) => {
    if (fate.type !== "expired") return { open, fate };
    const isProven = fate.missing.every(({ signature }) => landings.get(signature) === "absent");
    return { open, fate: isProven ? fate.otherwise : { type: "unknown" } };
  });
}
