import { useCallback } from "react";
import { refetchBalance } from "../../foundation/lib/balance.ts";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { useIsNoticeDue } from "../../foundation/lib/notice.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { logSilentFailure } from "../../foundation/lib/silent-failure.ts";
import { useWallet } from "../../foundation/lib/wallet/wallet-store.ts";
import { toast } from "../../foundation/ui/toast.ts";
import { refetchRace } from "../../foundation/live/race-feed.ts";
import { currentRace, dispatchRace } from "../../foundation/live/race-store.ts";
import { takesBets } from "../../foundation/live/race-phase.ts";
import { checkBet } from "./bet-amount.ts";
import {
  clearBetSlip,
  isOnItsWay,
  showBetStep,
  useBetSlip,
  type BetStep,
  type SentPayment,
} from "../../foundation/live/bet-slip.ts";
import { useStakeSource } from "./stake-source.ts";
import { refusalText } from "../../foundation/lib/call-refused.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { betWords } from "./words.en.ts";

const loadSendBet = () => import("./send-bet.ts");

/**
 * Preloads what sends a bet before the player bets. If that fails, the bet itself loads it again and reports the
 * failure.
 */
export function preloadSendBet(): void {
  loadSendBet().catch(logNotLoaded);
}

function logNotLoaded(error: unknown): void {
  logSilentFailure("Loading the code that sends a bet", error);
}

function notLoaded(error: unknown): BetStep {
  logNotLoaded(error);
  const { t } = translatorFor(betWords);
  return { kind: "failed", text: t("placeFailed"), hint: t("hintNothingSent") };
}

/** Places the bet in the slip, or checks again for a payment that was not seen yet. */
export function usePlaceBet(): {
  readonly place: () => void;
  readonly lookAgain: () => void;
  readonly goOn: () => void;
} {
  const network = useRuntime()?.network ?? null;
  const isNoticeDue = useIsNoticeDue();

  const place = useCallback(() => {
    const { wallet, account } = useWallet.getState();
    const state = currentRace();
    const { race } = state;
    const { horseId, amount: text, step } = useBetSlip.getState();
    if (isOnItsWay(step) || race === null || wallet === null || account === null || network === null) return;
    // The server accepts no bet before that (rule BET-17).
    if (isNoticeDue) {
      openDialog("notice");
      return;
    }
    const isOpen = takesBets(state);
    const checked = checkBet({ text, horseId, race, hasBet: state.yourBet !== null, isOpen });
    if (!checked.ok) {
      showBetStep({ kind: "failed", text: checked.message ?? refusalText(checked), hint: null });
      return;
    }
    const from = race.testing ? "wallet" : useStakeSource.getState().source;
    const order = { raceId: race.id, wallet: account.address, from, ...checked.value };
    const bet = { raceId: race.id, wallet: account.address };
    showBetStep({ kind: "preparing" });
    void loadSendBet()
      .then(({ sendBet }) =>
        sendBet({ wallet, account, network }, order, (step) => showStep(bet, step), lookFor),
      )
      .catch(notLoaded)
      .then((last) => finishBet(bet, last));
  }, [network, isNoticeDue]);

  const lookAgain = useCallback(() => {
    const { step } = useBetSlip.getState();
    if (step?.kind !== "unseen") return;
    lookFor(step.payment);
  }, []);

  return { place, lookAgain, goOn };
}

/** The player signs although the odds have moved. */
function goOn(): void {
  const { step } = useBetSlip.getState();
  if (step?.kind === "signing") step.goOn?.();
}

/** Shows a payment as sent until it is counted. */
function lookFor(payment: SentPayment): void {
  showStep(payment, { kind: "sent", payment });
  void loadSendBet()
    .then(({ lookForBet }) => lookForBet(payment))
    .catch((error: unknown): BetStep => {
      logNotLoaded(error);
      return { kind: "unseen", payment };
    })
    .then((last) => finishBet(payment, last));
}

type PlacedBet = Pick<SentPayment, "raceId" | "wallet">;

/** The player may have left meanwhile; nothing about the bet is then shown to the person who is there instead. */
const isOwnBet = ({ wallet }: PlacedBet): boolean => useWallet.getState().account?.address === wallet;

/** Steps of a race that was replaced by the next one are no longer shown in the slip. */
const isInSlip = (bet: PlacedBet): boolean => isOwnBet(bet) && useBetSlip.getState().raceId === bet.raceId;

function showStep(bet: PlacedBet, step: BetStep): void {
  if (isInSlip(bet)) showBetStep(step);
}

async function finishBet(bet: PlacedBet, last: BetStep): Promise<void> {
  if (!isOwnBet(bet)) return;
  if (last.kind === "failed" && !isInSlip(bet)) toast.bad(last.text);
  else showStep(bet, last);
  if (last.kind === "in") {
    toast.good(translatorFor(betWords).t("betSuccess"));
    if (last.bet !== null) dispatchRace({ type: "bet in", bet: last.bet });
  }
  await Promise.all([refetchRace(), refetchBalance()]);
  if (last.kind === "in" && isInSlip(bet)) clearBetSlip();
}
