import type { RefusalCode } from "../../../../contract/wire/refusals.ts";
import type { Lamports } from "../../../../domain/lamports.ts";
import { ok, type Refused, type Result, refuse } from "../../../../domain/result.ts";
import type { callApi, CallResult } from "../../../foundation/lib/api.ts";
import type { Attempts } from "../../../foundation/lib/attempts.ts";
import { hasOwnText, refusalText } from "../../../foundation/lib/call-refused.ts";
import type { Payer, SignedPayment } from "../../../foundation/lib/wallet/sign-payment.ts";
import { isDeclinedByOwner, WalletFailure } from "../../../foundation/lib/wallet/wallet-failure.ts";
import { translatorFor } from "../../../foundation/words/translate.ts";
import { placingWords } from "../placing/words.en.ts";
import { betWords } from "../words.en.ts";
import { depositWords } from "./words.en.ts";

/** `signing again`: the payment expired while the wallet asked, and is signed once more. */
export type DepositStep = "preparing" | "signing" | "signing again" | "sent";

interface Ports extends Payer {
  readonly call: typeof callApi;
  readonly attempts: Attempts;
  readonly wait: (ms: number) => Promise<void>;
}

const LOOK_EVERY_MS = 700;
const LOOKS = 70;
/** How often the wallet is asked to sign one deposit: a payment can expire while its prompt is open. */
const MAX_PROMPTS = 3;

type Failed = Refused<"FAILED">;

/**
 * Takes a deposit from the order to the credit (rule BET-22); `show` is called with each step. A failure is a text to
 * show; once the wallet has sent the deposit, the text says that nothing is lost.
 */
export async function makeDeposit(
  ports: Ports,
  amount: Lamports,
  show: (step: DepositStep) => void,
): Promise<Result<Lamports, "FAILED">> {
  const { t } = translatorFor(depositWords);
  for (let prompt = 1; ; prompt += 1) {
    show("preparing");
    const body = { amount, version: ports.version };
    const prepared = await ports.call("prepareDeposit", { body }, ports.attempts);
    if (!prepared.ok) return failed(prepared, t("depositPrepareFailed"));
    show(prompt === 1 ? "signing" : "signing again");
    const signed = await sign(ports, prepared.value.serializedTransaction);
    if (!signed.ok) return signed;
    const sent = await submit(ports, signed.value);
    if (sent.ok) {
      show("sent");
      return findDeposit(ports, sent.value);
    }
    // It can never land any more, so another one cannot pay twice.
    if (sent.code === "BET_EXPIRED" && prompt < MAX_PROMPTS) continue;
    return failed(sent, `${translatorFor(placingWords).t("walletFailed")}. ${t("depositSafe")}`);
  }
}

async function sign(ports: Ports, transaction: string): Promise<Result<SignedPayment, "FAILED">> {
  const { t } = translatorFor(depositWords);
  const inBet = translatorFor(betWords);
  try {
    return ok(await ports.sign(transaction));
  } catch (error) {
    console.info("The wallet did not sign.", error);
    if (isDeclinedByOwner(error))
      return failure(`${t("depositDeclined")} ${translatorFor(placingWords).t("hintDeclined")}`);
    const mayHaveSent = error instanceof WalletFailure && error.mayHaveSent;
    return failure(
      `${translatorFor(placingWords).t("walletFailed")}. ${mayHaveSent ? t("depositSafe") : inBet.t("hintNothingSent")}`,
    );
  }
}

/** Returns the signature of what was sent, by the wallet itself or through the server. */
async function submit(ports: Ports, signed: SignedPayment): Promise<Result<string, RefusalCode>> {
  if (signed.kind === "sent") return ok(signed.signature);
  const body = { signedTransaction: signed.signedTransaction };
  const submitted = await ports.call("submitDeposit", { body });
  return submitted.ok ? ok(submitted.value.signature) : submitted;
}

async function findDeposit(ports: Ports, txSignature: string): Promise<Result<Lamports, "FAILED">> {
  const { t } = translatorFor(depositWords);
  for (let look = 0; look < LOOKS; look += 1) {
    const confirmed: CallResult<"confirmDeposit"> = await ports.call("confirmDeposit", {
      body: { txSignature },
    });
    if (confirmed.ok) return ok(confirmed.value.amount);
    if (!isWorthAnotherLook.has(confirmed.code)) {
      return failed(confirmed, `${t("depositConfirmFailed")}. ${t("depositSafe")}`);
    }
    await ports.wait(LOOK_EVERY_MS);
  }
  return failure(t("depositUnseen"));
}

const isWorthAnotherLook: ReadonlySet<RefusalCode> = new Set([
  "NOT_FINAL_YET",
  "CHAIN_UNAVAILABLE",
  "UNAVAILABLE",
  "RATE_LIMITED",
]);

const failure = (message: string): Failed => refuse("FAILED", { message });

const failed = (refused: Refused<RefusalCode>, fallback: string): Failed =>
  failure(hasOwnText(refused) ? refusalText(refused) : fallback);
