import type { Api, EndpointName } from "../../../contract/api.ts";
import type { CallInput } from "../../../contract/wire/client.ts";
import { callApi, type CallResult } from "../../foundation/lib/api.ts";
import type { Attempts } from "../../foundation/lib/attempts.ts";
import { confirmSession } from "../../foundation/lib/confirm-session.ts";

/**
 * A call that takes from the balance. When the server refuses it with STEP_UP_REQUIRED, the wallet signs a confirmation
 * of larger bets, and the same call is made once more; if the player declines, it stays refused (rule BALANCE-1). `wait`
 * may end the wait for the wallet with null, as if the player declined.
 */
export async function callConfirmed<Name extends EndpointName>(
  name: Name,
  input: CallInput<Api[Name]>,
  attempts?: Attempts,
  wait: <T>(confirmation: Promise<T>) => Promise<T | null> = (confirmation) => confirmation,
): Promise<CallResult<Name>> {
  const first = await callApi(name, input, attempts);
  if (first.ok || first.code !== "STEP_UP_REQUIRED") return first;
  const confirmed = await wait(confirmSession("balance-bets"));
  return confirmed?.ok === true ? callApi(name, input, attempts) : first;
}
