import type { StakeSource } from "../../contract/bets/stake-source.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Lamports } from "../../domain/lamports.ts";
import type { Refused } from "../../domain/result.ts";
import type { callApi, CallResult } from "../lib/api.ts";
import { hasOwnText, refusalText } from "../lib/call-refused.ts";
import type { SignedPayment } from "../lib/wallet/sign-payment.ts";
import { isDeclinedByOwner, WalletFailure } from "../lib/wallet/wallet-failure.ts";
import type { BetStep, SentPayment } from "../live/bet-slip.ts";
import { translatorFor } from "../words/translate.ts";
import { betWords } from "./words.en.ts";

export interface BetOrder {
  readonly raceId: string;
  readonly horseId: number;
  readonly amount: Lamports;
  readonly wallet: string;
  /** Where the stake comes from. */
  readonly from: StakeSource;
}

interface Ports {
  readonly call: typeof callApi;
  /** Has the wallet sign a serialized transaction, base64. */
  readonly sign: (serializedTransaction: string) => Promise<SignedPayment>;
  readonly wait: (ms: number) => Promise<void>;
}

const LOOK_EVERY_MS = 700;
const LOOKS = 70;

/**
 * Takes a bet from the order to the confirmed bet; `show` is called with each step, the last one is returned. An error
 * on the way is such a last step as well, so that the slip never gets stuck (rule PAGE-30).
 */
export const placeBet = (ports: Ports, order: BetOrder, show: (step: BetStep) => void): Promise<BetStep> =>
  orFailure(() => takeSteps(ports, order, show));

async function orFailure(run: () => Promise<BetStep>): Promise<BetStep> {
  try {
    return await run();
  } catch (error) {
    console.error("The bet broke off.", error);
    return failure("placeFailed", "hintUnavailable");
  }
}

async function takeSteps(ports: Ports, order: BetOrder, show: (step: BetStep) => void): Promise<BetStep> {
  const { raceId, horseId, amount, wallet, from } = order;
  show({ kind: "preparing" });
  const prepared = await ports.call("prepareBet", {
    params: { id: raceId },
    body: { walletAddress: wallet, horseId, amount, from },
  });
  if (!prepared.ok)
    return hasOwnText(prepared) ? failed(prepared) : failure("prepareFailed", "hintNothingSent");
  const { betId, serializedTransaction, placed } = prepared.value;
  if (placed) return { kind: "in", bet: null };
  if (serializedTransaction === null) {
    return failure("noTransaction", "hintNothingSent");
  }

  show({ kind: "signing" });
  const signed = await sign(ports, serializedTransaction);
  if (signed.kind === "failed") return signed;
  const sent = await broadcast(ports, order, betId, signed);
  if (sent.kind !== "sent") return sent;
  show(sent);
  return findBet(ports, sent.payment);
}

async function sign(ports: Ports, serializedTransaction: string): Promise<SignedPayment | FailedStep> {
  try {
    return await ports.sign(serializedTransaction);
  } catch (error) {
    console.info("The wallet did not sign.", error);
    if (isDeclinedByOwner(error)) return failure("walletDeclined", "hintDeclined");
    const mayHaveSent = error instanceof WalletFailure && error.mayHaveSent;
    return failure("walletFailed", mayHaveSent ? "hintUnavailable" : "hintNothingSent");
  }
}

type FailedStep = Extract<BetStep, { kind: "failed" }>;
type SentStep = Extract<BetStep, { kind: "sent" }>;

async function broadcast(
  ports: Ports,
  { raceId, horseId, wallet }: BetOrder,
  betId: string,
  signed: SignedPayment,
): Promise<SentStep | FailedStep> {
  const sent = (signature: string): SentStep => ({
    kind: "sent",
    payment: { raceId, betId, wallet, horseId, signature },
  });
  if (signed.kind === "sent") return sent(signed.signature);
  const body = { betId, signedTransaction: signed.signedTransaction, walletAddress: wallet };
  const submitted = await ports.call("submitBet", { params: { id: raceId }, body });
  if (submitted.ok) return sent(submitted.value.signature);
  return hasOwnText(submitted) ? failed(submitted) : failure("walletFailed", "hintUnavailable");
}

/** Polls the server until it has seen the payment, or a minute has passed. */
export const awaitBet = (ports: FindPorts, payment: SentPayment): Promise<BetStep> =>
  orFailure(() => findBet(ports, payment));

type FindPorts = Pick<Ports, "call" | "wait">;

async function findBet(ports: FindPorts, payment: SentPayment): Promise<BetStep> {
  const { raceId, betId, wallet, horseId, signature } = payment;
  for (let look = 0; look < LOOKS; look += 1) {
    const confirmed: CallResult<"confirmBet"> = await ports.call("confirmBet", {
      params: { id: raceId },
      body: { betId, walletAddress: wallet, horseId, txSignature: signature },
    });
    if (confirmed.ok) return { kind: "in", bet: confirmed.value.bet };
    if (!isWorthAnotherLook(confirmed.code))
      return hasOwnText(confirmed) ? failed(confirmed) : failure("confirmFailed", "hintUnavailable");
    await ports.wait(LOOK_EVERY_MS);
  }
  return { kind: "unseen", payment };
}

const isWorthAnotherLook = (code: RefusalCode): boolean =>
  code === "PAYMENT_NOT_SEEN" ||
  code === "CHAIN_UNAVAILABLE" ||
  code === "UNAVAILABLE" ||
  code === "RATE_LIMITED";

type BetText = keyof typeof betWords.english;
type Failure = Extract<BetText, `${string}Failed` | "noTransaction" | "walletDeclined">;
type Hint = Extract<BetText, `hint${string}`>;

function failure(text: Failure, hint: Hint): FailedStep {
  const { t } = translatorFor(betWords);
  return { kind: "failed", text: t(text), hint: t(hint) };
}

/** A failure with the server's own text. */
function failed(refused: Refused<RefusalCode>): FailedStep {
  const hint = hints[refused.code];
  return {
    kind: "failed",
    text: refusalText(refused),
    hint: hint === undefined ? null : translatorFor(betWords).t(hint),
  };
}

/** What to do next, for refusals whose text does not say. */
const hints: Partial<Readonly<Record<RefusalCode, Hint>>> = {
  BET_EXPIRED: "hintExpired",
  INSUFFICIENT_BALANCE: "hintBalance",
  BET_CREDITED: "hintCredited",
  PAYMENT_FAILED: "hintPaymentFailed",
  UNAVAILABLE: "hintUnavailable",
};
