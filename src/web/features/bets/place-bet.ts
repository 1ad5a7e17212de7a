import type { StakeSource } from "../../../contract/bets/stake-source.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { betCommitment } from "../../../domain/bet-commitment.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { betMemo } from "../../../domain/memo.ts";
import { ok, refuse, type Refused, type Result } from "../../../domain/result.ts";
import type { callApi, CallResult } from "../../foundation/lib/api.ts";
import type { Attempts } from "../../foundation/lib/attempts.ts";
import { hasOwnText, refusalText } from "../../foundation/lib/call-refused.ts";
import type { Payer, SignedPayment } from "../../foundation/lib/wallet/sign-payment.ts";
import { isDeclinedByOwner, WalletFailure } from "../../foundation/lib/wallet/wallet-failure.ts";
import type { BetStep, SentPayment } from "../../foundation/live/bet-slip.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { placingWords } from "./placing/words.en.ts";
import { betWords } from "./words.en.ts";

export interface BetOrder {
  readonly raceId: string;
  readonly horseId: number;
  readonly amount: Lamports;
  readonly wallet: string;
  /** Where the stake comes from. */
  readonly from: StakeSource;
}

interface Ports extends Payer {
  readonly call: typeof callApi;
  /** Of this page's bets. */
  readonly attempts: Attempts;
  readonly wait: (ms: number) => Promise<void>;
  /** Number of the horse in its race; null when the page no longer shows that race. */
  readonly horseNumberOf: (order: BetOrder) => number | null;
  /** The odds after this bet at present; null while they are unknown. */
  readonly oddsAfter: (order: BetOrder) => number | null;
  /** Whether the race still takes bets. */
  readonly isOpen: (order: BetOrder) => boolean;
  /** The wallet has sent a payment after the player stopped waiting for it. */
  readonly onLatePayment: (payment: SentPayment) => void;
}

const LOOK_EVERY_MS = 700;
const LOOKS = 70;
/** How often the wallet is asked to sign one bet: a payment can expire while its prompt is open. */
const MAX_PROMPTS = 3;
/** Odds that moved by more than this part are shown before the wallet is asked (rule BET-30). */
const TOLERATED_MOVE = 0.1;
/** The second half of a double press does not answer a question that nobody can have read yet. */
const READING_MS = 700;

/**
 * Takes a bet from the order to the confirmed bet; `show` is called with each step, the last one is returned. An error
 * on the way is such a last step as well, so that the slip never gets stuck.
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
  const body = { walletAddress: wallet, horseId, amount, from, version: ports.version };
  const request = { params: { id: raceId }, body };
  let agreed = ports.oddsAfter(order);
  for (let prompt = 1; ; prompt += 1) {
    show({ kind: "preparing" });
    const prepared = await ports.call("prepareBet", request, ports.attempts);
    if (!prepared.ok)
      return hasOwnText(prepared) ? failed(prepared) : failure("prepareFailed", "hintNothingSent");
    const { betId, serializedTransaction, placed } = prepared.value;
    if (placed) return { kind: "in", bet: null };
    if (serializedTransaction === null) return failure("noTransaction", "hintNothingSent");
    if (!commitsTo(order, ports.horseNumberOf(order), prepared.value))
      return failure("prepareFailed", "hintNothingSent");

    let rise: string | null = null;
    for (;;) {
      const now = ports.oddsAfter(order);
      if (agreed === null || now === null || Math.abs(now - agreed) <= agreed * TOLERATED_MOVE) break;
      const note = oddsMoved(agreed, now);
      const isFall = now < agreed;
      agreed = now;
      rise = isFall ? null : note;
      if (!isFall) continue;
      if (!(await isAgreed(ports, (goOn, giveUp) => show({ kind: "signing", note, goOn, giveUp }))))
        return failure("oddsDeclined", "hintNothingSent");
      if (!ports.isOpen(order)) return failed(refuse("BETTING_CLOSED"));
    }

    const signing = sign(ports, serializedTransaction);
    const note = rise ?? say(prompt === 1 ? "noPromptFromBalance" : "signAgain");
    const signed = await untilGivenUp(signing, (giveUp) => show({ kind: "signing", note, giveUp }));
    if (signed === null) {
      void signing.then((late) => {
        if (late.kind === "sent")
          ports.onLatePayment({ raceId, betId, wallet, horseId, signature: late.signature });
      });
      return failure("gaveUp", "hintGaveUp");
    }
    if (signed.kind === "failed") return signed;
    const submitted = await submit(ports, order, betId, signed);
    if (submitted.ok) {
      const sent = {
        kind: "sent",
        payment: { raceId, betId, wallet, horseId, signature: submitted.value },
      } as const;
      show(sent);
      return findBet(ports, sent.payment);
    }
    // It can never land any more, so another one cannot pay twice.
    if (submitted.code === "BET_EXPIRED" && prompt < MAX_PROMPTS) continue;
    return hasOwnText(submitted) ? failed(submitted) : failure("walletFailed", "hintUnavailable");
  }
}

/** Whether what the wallet is to sign commits to this very bet, after the checkpoint that the server names (rule BET-13). */
const commitsTo = (
  { raceId, amount: stake }: BetOrder,
  horseNumber: number | null,
  { serializedTransaction, salt, root }: PreparedBet,
): boolean =>
  horseNumber !== null &&
  root !== null &&
  atob(serializedTransaction ?? "").includes(
    betMemo(betCommitment({ raceId, horseNumber, stake, salt }), root),
  );

type PreparedBet = Extract<CallResult<"prepareBet">, { readonly ok: true }>["value"];

/** A wallet's owner who declines is told so, not that the wallet failed (rule BET-31). */
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

/**
 * What was asked of the wallet; null once the player has stopped waiting. What the wallet only signs after that is not
 * sent; a payment that it sends itself is looked for like any other (rule BET-27).
 */
export const untilGivenUp = <T>(action: Promise<T>, show: (giveUp: () => void) => void): Promise<T | null> =>
  new Promise((resolve) => {
    show(() => resolve(null));
    void action.then(resolve);
  });

const isAgreed = ({ wait }: Ports, show: (goOn: () => void, giveUp: () => void) => void): Promise<boolean> =>
  new Promise((resolve) => {
    let isRead = false;
    void wait(READING_MS).then(() => (isRead = true));
    show(
      () => isRead && resolve(true),
      () => resolve(false),
    );
  });

function oddsMoved(before: number, now: number): string {
  const { t, odds } = translatorFor(placingWords);
  return t("oddsMoved", { before: odds(before), now: odds(now) });
}

type FailedStep = Extract<BetStep, { kind: "failed" }>;
/** Returns the signature of what was sent, by the wallet itself or through the server. */
async function submit(
  ports: Ports,
  { raceId, wallet }: BetOrder,
  betId: string,
  signed: SignedPayment,
): Promise<Result<string, RefusalCode>> {
  if (signed.kind === "sent") return ok(signed.signature);
  const body = { betId, signedTransaction: signed.signedTransaction, walletAddress: wallet };
  const submitted = await ports.call("submitBet", { params: { id: raceId }, body });
  return submitted.ok ? ok(submitted.value.signature) : submitted;
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
  code === "NOT_FINAL_YET" ||
  code === "CHAIN_UNAVAILABLE" ||
  code === "UNAVAILABLE" ||
  code === "RATE_LIMITED";

/** What the slip says as well, when this module does not load, is among its own texts. */
type SlipText = "placeFailed" | "hintNothingSent";
type PlacingText = Exclude<keyof typeof placingWords.english, "oddsMoved"> | SlipText;
type Failure = Extract<
  PlacingText,
  `${string}Failed` | "gaveUp" | "noTransaction" | "oddsDeclined" | "walletDeclined"
>;
type Hint = Extract<PlacingText, `hint${string}`>;

const say = (text: PlacingText): string =>
  text === "placeFailed" || text === "hintNothingSent"
    ? translatorFor(betWords).t(text)
    : translatorFor(placingWords).t(text);

const failure = (text: Failure, hint: Hint): FailedStep => ({
  kind: "failed",
  text: say(text),
  hint: say(hint),
});

/** A failure with the server's own text. */
function failed(refused: Refused<RefusalCode>): FailedStep {
  const hint = hints[refused.code];
  return {
    kind: "failed",
    text: refusalText(refused),
    hint: hint === undefined ? null : say(hint),
  };
}

/** What to do next, for refusals whose text does not say. */
const hints: Partial<Readonly<Record<RefusalCode, Hint>>> = {
  BET_EXPIRED: "hintExpired",
  BET_CREDITED: "hintCredited",
  PAYMENT_FAILED: "hintPaymentFailed",
  UNAVAILABLE: "hintUnavailable",
};
