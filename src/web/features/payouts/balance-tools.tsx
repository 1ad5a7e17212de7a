import type { Lamports } from "../../../domain/lamports.ts";
import { PaymentsUnderWay } from "./payments-under-way.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";

/** From the balance to the wallet: withdrawing, and payments on their way. */
export const BalanceTools = ({ balance }: { readonly balance: Lamports }) => (
  <>
    <WithdrawForm balance={balance} />
    <PaymentsUnderWay />
  </>
);
