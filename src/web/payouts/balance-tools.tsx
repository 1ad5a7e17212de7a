import type { Lamports } from "../../domain/lamports.ts";
import { PaymentsUnderWay } from "./payments-under-way.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";

/** What leads from the balance to the wallet: withdrawing, and what is on its way. */
export const BalanceTools = ({ available }: { readonly available: Lamports }) => (
  <>
    <WithdrawForm available={available} />
    <PaymentsUnderWay />
  </>
);
