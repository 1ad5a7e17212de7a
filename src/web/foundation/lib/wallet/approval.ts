import { create } from "zustand";
import type { TransactionSummary } from "./transaction-summary.ts";

export type ApprovalRequest =
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "transaction"; readonly summary: TransactionSummary };

interface Pending {
  readonly request: ApprovalRequest;
  readonly answer: (approved: boolean) => void;
}

/** What the local wallet is asking its owner to sign, oldest first. */
export const useApprovals = create<{ readonly pending: readonly Pending[] }>(() => ({ pending: [] }));

/** Asks the owner; resolves with the answer. */
export function askApproval(request: ApprovalRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const entry: Pending = {
      request,
      answer: (approved) => {
        useApprovals.setState(({ pending }) => ({ pending: pending.filter((other) => other !== entry) }));
        resolve(approved);
      },
    };
    useApprovals.setState(({ pending }) => ({ pending: [...pending, entry] }));
  });
}
