import type { Wallet, WalletAccount } from "@wallet-standard/base";
import type { Network } from "../../../domain/networks.ts";
import { callApi } from "../../foundation/lib/api.ts";
import { newAttempts } from "../../foundation/lib/attempts.ts";
import { payerOf } from "../../foundation/lib/wallet/sign-payment.ts";
import type { BetStep, SentPayment } from "../../foundation/live/bet-slip.ts";
import { projectBet } from "../../foundation/live/projection.ts";
import { amountsHidden, takesBets } from "../../foundation/live/race-phase.ts";
import { currentRace } from "../../foundation/live/race-store.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { callConfirmed } from "./call-confirmed.ts";
import { awaitBet, type BetOrder, placeBet, untilGivenUp } from "./place-bet.ts";
import { placingWords } from "./placing/words.en.ts";

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Signer {
  readonly wallet: Wallet;
  readonly account: WalletAccount;
  readonly network: Network;
}

const attempts = newAttempts();

function oddsAfter({ raceId, horseId, amount }: BetOrder): number | null {
  const state = currentRace();
  if (state.race?.id !== raceId || amountsHidden(state)) return null;
  return projectBet(state.race, horseId, amount)?.oddsAfter ?? null;
}

function horseNumberOf({ raceId, horseId }: BetOrder): number | null {
  const { race } = currentRace();
  const horse = race?.id === raceId ? race.horses.find(({ id }) => id === horseId) : undefined;
  return horse?.number ?? null;
}

function isOpen({ raceId }: BetOrder): boolean {
  const state = currentRace();
  return state.race?.id === raceId && takesBets(state);
}

/** {@link placeBet} with the page's own server and the player's wallet. */
export const sendBet = (
  { wallet, account, network }: Signer,
  order: BetOrder,
  show: (step: BetStep) => void,
  onLatePayment: (payment: SentPayment) => void,
): Promise<BetStep> =>
  placeBet(
    {
      call: (name, input, keys) =>
        callConfirmed(name, input, keys, async (confirmation) => {
          const note = translatorFor(placingWords).t("confirmBets");
          const confirmed = await untilGivenUp(confirmation, (giveUp) =>
            show({ kind: "signing", note, giveUp }),
          );
          show({ kind: "preparing" });
          return confirmed;
        }),
      attempts,
      wait,
      onLatePayment,
      horseNumberOf,
      oddsAfter,
      isOpen,
      ...payerOf(wallet, account, network),
    },
    order,
    show,
  );

/** {@link awaitBet} with the page's own server. */
export const lookForBet = (payment: SentPayment): Promise<BetStep> =>
  awaitBet({ call: callApi, wait }, payment);
