import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { Network } from "../../contract/settings/runtime.ts";
import { callApi } from "../lib/api.ts";
import { signPayment } from "../lib/wallet/sign-payment.ts";
import type { BetStep, SentPayment } from "../live/bet-slip.ts";
import { awaitBet, type BetOrder, placeBet } from "./place-bet.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Signer {
  readonly wallet: Wallet;
  readonly account: WalletAccount;
  readonly network: Network;
}

/** {@link placeBet} with the page's own server and the player's wallet. */
export const sendBet = (
  { wallet, account, network }: Signer,
  order: BetOrder,
  show: (step: BetStep) => void,
): Promise<BetStep> =>
  placeBet(
    { call: callApi, wait, sign: (transaction) => signPayment(wallet, account, network, transaction) },
    order,
    show,
  );

/** {@link awaitBet} with the page's own server. */
export const lookForBet = (payment: SentPayment): Promise<BetStep> =>
  awaitBet({ call: callApi, wait }, payment);
