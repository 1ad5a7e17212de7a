import { create } from "zustand";
import type { Api, EndpointName } from "../../../contract/api.ts";
import type { StepUpPurpose } from "../../../contract/sign-in/step-up.ts";
import type { CallInput } from "../../../contract/wire/client.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { callApi, fetchApi } from "../../lib/api.ts";
import { CallRefused } from "../../lib/call-refused.ts";
import type { SignInRefusal } from "../../lib/session.ts";
import { proveAddress } from "../../lib/wallet/sign-in.ts";
import { isDeclinedByOwner } from "../../lib/wallet/wallet-failure.ts";
import { useWallet } from "../../lib/wallet/wallet-store.ts";

interface StepUp {
  /** What waits for the wallet's confirmation; null when nothing does. */
  readonly asked: { readonly purpose: StepUpPurpose; readonly answer: (isConfirmed: boolean) => void } | null;
  /** Until when the session is confirmed, as far as this page knows. */
  readonly until: Date | null;
}

export const useStepUp = create<StepUp>(() => ({ asked: null, until: null }));

/**
 * A call that may require the wallet's confirmation. When the server refuses it with STEP_UP_REQUIRED, the wallet is
 * asked and the same call is made once more; if the admin declines, it stays refused (rule ADMIN-6).
 * Throws {@link CallRefused}.
 */
export async function callAsAdmin<Name extends EndpointName>(
  name: Name,
  input: CallInput<Api[Name]>,
  purpose: StepUpPurpose,
): Promise<Reply<Api[Name]>> {
  const first = await callApi(name, input);
  if (first.ok) return first.value;
  if (first.code !== "STEP_UP_REQUIRED" || !(await askToConfirm(purpose))) throw new CallRefused(first);
  return fetchApi(name, input);
}

/** Opens the dialog; a question that is already open is answered with no. */
function askToConfirm(purpose: StepUpPurpose): Promise<boolean> {
  return new Promise((resolve) => {
    useStepUp.getState().asked?.answer(false);
    const answer = (isConfirmed: boolean) => {
      useStepUp.setState({ asked: null });
      resolve(isConfirmed);
    };
    useStepUp.setState({ asked: { purpose, answer } });
  });
}

/** Has the wallet sign what the server asks for, which raises the session for ten minutes (rule ACCESS-8). */
export async function confirmWithWallet(purpose: StepUpPurpose): Promise<Result<undefined, SignInRefusal>> {
  const { wallet, account } = useWallet.getState();
  if (wallet === null || account === null) return refuse("CONNECT_FAILED");
  const nonce = await callApi("createStepUpNonce", { body: { purpose } });
  if (!nonce.ok) return nonce;
  try {
    const { account: _signer, ...proof } = await proveAddress(wallet, account, nonce.value.input);
    const verified = await callApi("verifyStepUp", { body: proof });
    if (!verified.ok) return verified;
    useStepUp.setState({ until: verified.value.until });
    return ok();
  } catch (error) {
    console.info(`${wallet.name} did not confirm.`, error);
    return refuse(isDeclinedByOwner(error) ? "SIGN_IN_DECLINED" : "CONNECT_FAILED");
  }
}
