import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import type { callApi, CallResult } from "../../lib/api.ts";
import { hasOwnText, refusalText } from "../../lib/call-refused.ts";
import type { SignedPayment } from "../../lib/wallet/sign-payment.ts";
import { isDeclinedByOwner, WalletFailure } from "../../lib/wallet/wallet-failure.ts";
import { translatorFor } from "../../words/translate.ts";
import { betWords } from "../words.en.ts";
import { depositWords } from "./words.en.ts";

export type DepositStep = "preparing" | "signing" | "sent";

interface Ports {
  readonly call: typeof callApi;
  readonly sign: (serializedTransaction: string) => Promise<SignedPayment>;
  readonly wait: (ms: number) => Promise<void>;
}

const LOOK_EVERY_MS = 700;
const LOOKS = 70;

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
  show("preparing");
  const prepared = await ports.call("prepareDeposit", { body: { amount } });
  if (!prepared.ok) return failed(prepared, t("depositPrepareFailed"));
  show("signing");
  const signed = await sign(ports, prepared.value.serializedTransaction);
  if (!signed.ok) return signed;
  const sent = await broadcast(ports, signed.value);
  if (!sent.ok) return sent;
  show("sent");
  return findDeposit(ports, sent.value);
}

async function sign(ports: Ports, transaction: string): Promise<Result<SignedPayment, "FAILED">> {
  const { t } = translatorFor(depositWords);
  const inBet = translatorFor(betWords);
  try {
    return ok(await ports.sign(transaction));
  } catch (error) {
    console.info("The wallet did not sign.", error);
    if (isDeclinedByOwner(error)) return failure(`${t("depositDeclined")} ${inBet.t("hintDeclined")}`);
    const mayHaveSent = error instanceof WalletFailure && error.mayHaveSent;
    return failure(
      `${inBet.t("walletFailed")}. ${mayHaveSent ? t("depositSafe") : inBet.t("hintNothingSent")}`,
    );
  }
}

async function broadcast(ports: Ports, signed: SignedPayment): Promise<Result<string, "FAILED">> {
  if (signed.kind === "sent") return ok(signed.signature);
  const { t } = translatorFor(depositWords);
  const body = { signedTransaction: signed.signedTransaction };
  const submitted = await ports.call("submitDeposit", { body });
  if (submitted.ok) return ok(submitted.value.signature);
  return failed(submitted, `${translatorFor(betWords).t("walletFailed")}. ${t("depositSafe")}`);
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
  "PAYMENT_NOT_SEEN",
  "CHAIN_UNAVAILABLE",
  "UNAVAILABLE",
  "RATE_LIMITED",
]);

const failure = (message: string): Failed => refuse("FAILED", { message });

const failed = (refused: Refused<RefusalCode>, fallback: string): Failed =>
  failure(hasOwnText(refused) ? refusalText(refused) : fallback);
