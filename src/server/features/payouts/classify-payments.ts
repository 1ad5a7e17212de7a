import { type Landing, historyNodesOf, searchLandings } from "../../foundation/chain/search-landings.ts";
import type { Chain, SignatureStatus } from "../../foundation/ports.ts";
import { attemptFacts } from "./attempt-facts.ts";
import type { AttemptRow, OpenPayment } from "./open-payments.ts";
import { type PaymentState, classifyPayment } from "./payment-state.ts";

/** A payment, and what the chain says about it. */
export interface ClassifiedPayment {
  readonly open: OpenPayment;
  readonly state: Exclude<PaymentState, { readonly type: "expired" }>;
}

/**
 * Reads from the chain what became of each payment's attempts (rule MONEY-11). Expired attempts that the node does not
 * know are searched for in the history of the wallet that signed them: only when it is proven that none landed may the
 * payment be signed again or given back. Until then it is `unknown`.
 *
 * @throws ChainUnavailable when the node gives no answer.
 */
export async function classifyPayments(
  chain: Chain,
  open: readonly OpenPayment[],
): Promise<readonly ClassifiedPayment[]> {
  // The height first, then the statuses: see `classifyPayment`.
  const { slot, blockHeight: height } = await chain.tip();
  const signatures = open.flatMap(({ attempts }) => attempts.map(({ signature }) => signature));
  const statuses = await readStatuses(chain, signatures, slot);
  const states = open.map((one) => classifyPayment(one, { height, statuses }));
  const missing = open.flatMap(({ payment: { memo } }, place) => {
    const state = states[place];
    return state?.type === "expired" ? state.missing.map((attempt) => ({ attempt, memo })) : [];
  });
  const landings = await searchAttempts(chain, missing, slot);
  return open.map((one, place) => {
    const state = states[place] ?? { type: "unknown" };
    if (state.type !== "expired") return { open: one, state };
    const areAbsent = state.missing.every(({ signature }) => landings.get(signature) === "absent");
    return { open: one, state: areAbsent ? state.otherwise : { type: "unknown" } };
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
    const signer = attemptFacts(one.attempt).signer;
    bySigner.set(signer, [...(bySigner.get(signer) ?? []), one]);
  }
  const landings = new Map<string, Landing>();
  for (const [address, attempts] of bySigner) {
    const sought = attempts.map(({ attempt: { signature, signedAtSlot }, memo }) => ({
      signature,
      afterSlot: signedAtSlot,
      memo,
    }));
    for (const [signature, landing] of await searchLandings(historyNodesOf(chain), {
      address,
      asOf,
      sought,
    })) {
      landings.set(signature, landing);
    }
  }
  return landings;
}
