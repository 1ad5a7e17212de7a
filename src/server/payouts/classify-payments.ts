import { signerOf } from "../chain/compose-transaction.ts";
import { type Landing, searchLandings } from "../chain/search-landings.ts";
import type { Chain, SignatureStatus } from "../ports.ts";
import type { AttemptRow, OpenPayment } from "./open-payments.ts";
import { type Fate, fateOf } from "./payment-fate.ts";

/** A payment, and what the chain says of it. */
export interface ClassifiedPayment {
  readonly open: OpenPayment;
  readonly fate: Exclude<Fate, { readonly type: "expired" }>;
}

/**
 * Reads from the chain what became of each payment's attempts (rule MONEY-11). Those that have expired and that the
 * node does not know are searched for in the history of the wallet that signed them: only when it is proven that none
 * landed is the payment free to be signed anew or given back. Until then it is `unknown`.
 *
 * @throws ChainUnavailable when the node gives no answer.
 */
export async function classifyPayments(
  chain: Chain,
  open: readonly OpenPayment[],
): Promise<readonly ClassifiedPayment[]> {
  // The height first, then the statuses: see `fateOf`.
  const { slot, blockHeight: height } = await chain.tip("finalized");
  const signatures = open.flatMap(({ attempts }) => attempts.map(({ signature }) => signature));
  const statuses = await readStatuses(chain, signatures, slot);
  const fates = open.map((one) => fateOf(one, { height, statuses }));
  const missing = open.flatMap(({ payment: { memo } }, place) => {
    const fate = fates[place];
    return fate?.type === "expired" ? fate.missing.map((attempt) => ({ attempt, memo })) : [];
  });
  const landings = await searchAttempts(chain, missing, slot);
  return open.map((one, place) => {
    const fate = fates[place] ?? { type: "unknown" };
    if (fate.type !== "expired") return { open: one, fate };
    const areAbsent = fate.missing.every(({ signature }) => landings.get(signature) === "absent");
    return { open: one, fate: areAbsent ? fate.otherwise : { type: "unknown" } };
  });
}

async function readStatuses(chain: Chain, signatures: readonly string[], asOf: bigint) {
  const found = signatures.length === 0 ? [] : await chain.signatureStatuses(signatures, { asOf });
  const statuses = new Map<string, SignatureStatus>();
  for (const [place, signature] of signatures.entries()) {
    const status = found[place];
    if (status) statuses.set(signature, status);
  }
  return statuses;
}

interface MissingAttempt {
  readonly attempt: AttemptRow;
  readonly memo: string;
}

async function searchAttempts(
  chain: Chain,
  missing: readonly MissingAttempt[],
  asOf: bigint,
): Promise<ReadonlyMap<string, Landing>> {
  const bySigner = new Map<string, MissingAttempt[]>();
  for (const one of missing) {
    const signer = signerOf(one.attempt.wire);
    bySigner.set(signer, [...(bySigner.get(signer) ?? []), one]);
  }
  const landings = new Map<string, Landing>();
  for (const [address, attempts] of bySigner) {
    const sought = attempts.map(({ attempt: { signature, signedAtSlot }, memo }) => ({
      signature,
      afterSlot: signedAtSlot,
      memo,
    }));
    for (const [signature, landing] of await searchLandings([chain], { address, asOf, sought })) {
      landings.set(signature, landing);
    }
  }
  return landings;
}
