import type { StepUpPurpose } from "../../../contract/sign-in/step-up.ts";
import { type Result, refuse } from "../../../domain/result.ts";
import { callApi } from "./api.ts";
import type { SignInRefusal } from "./session.ts";
import type { SigningMethod } from "./wallet/signing-method.ts";
import { isDeclinedByOwner } from "./wallet/wallet-failure.ts";
import { useWallet } from "./wallet/wallet-store.ts";

/**
 * Has the wallet sign what the server asks for, which raises the session in this browser for the purpose (rule
 * ACCESS-8). Answers until when.
 */
export async function confirmSession(
  purpose: StepUpPurpose,
  method?: SigningMethod,
): Promise<Result<{ readonly until: Date }, SignInRefusal>> {
  const { wallet, account } = useWallet.getState();
  if (wallet === null || account === null) return refuse("CONNECT_FAILED");
  const nonce = await callApi("createStepUpNonce", { body: { purpose } });
  if (!nonce.ok) return nonce;
  try {
    const { proveAddress } = await import("./wallet/sign-in.ts");
    const { account: _signer, ...proof } = await proveAddress(wallet, account, nonce.value.input, method);
    return await callApi("verifyStepUp", { body: proof });
  } catch (error) {
    console.info(`${wallet.name} did not confirm.`, error);
    return refuse(isDeclinedByOwner(error) ? "SIGN_IN_DECLINED" : "CONNECT_FAILED");
  }
}
