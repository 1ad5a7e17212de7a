import type { Api, EndpointName } from "../../../contract/api.ts";
import type { CallInput } from "../../../contract/wire/client.ts";
import type { Endpoint, Reply } from "../../../contract/wire/endpoint.ts";
import { gameApi } from "../../../contract/game-api.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { refuse, type Result } from "../../../domain/result.ts";
import type { Attempts } from "./attempts.ts";
import { CallRefused } from "./call-refused.ts";
import { invalidateQueries } from "./query-keys.ts";
import { sendCall } from "./send-call.ts";
import { logSilentFailure } from "./silent-failure.ts";
import { useWallet } from "./wallet/wallet-store.ts";

export type CallResult<Name extends EndpointName> = Result<Reply<Api[Name]>, RefusalCode>;

/**
 * Calls the server. A refusal is a value; so is a server that does not answer (UNAVAILABLE). A call that moves money
 * carries an idempotency key of the form's `attempts`.
 */
export async function callApi<Name extends EndpointName>(
  name: Name,
  input: CallInput<Api[Name]>,
  attempts?: Attempts,
): Promise<CallResult<Name>> {
  // Whoever it is now: a wallet may connect while the call's own code is loaded.
  const caller = useWallet.getState().account?.address ?? null;
  const endpoint = await endpointOf(name);
  if (endpoint === null) return refuse("UNAVAILABLE");
  const isKeyed = attempts !== undefined && endpoint.movesMoney === true;
  const sent = isKeyed ? { ...(input as object), idempotencyKey: attempts.keyOf(name, input) } : input;
  const reply = await sendCall(endpoint, sent as CallInput<Endpoint>, {
    caller,
    credentials: "same-origin",
  });
  if (reply.ok) attempts?.delete(name);
  // The session has ended meanwhile: the page has to find out that nobody is signed in any more.
  if (!reply.ok && reply.code === "NOT_SIGNED_IN") void invalidateQueries("session");
  return reply as CallResult<Name>;
}

/** Calls that the page does not start with are loaded with the first of them. */
async function endpointOf(name: EndpointName): Promise<Endpoint | null> {
  // The record's own union of endpoints is too wide for the compiler to follow a single one through it.
  const known: Readonly<Partial<Record<EndpointName, Endpoint>>> = gameApi;
  const endpoint = known[name];
  if (endpoint !== undefined) return endpoint;
  try {
    return (await import("../../../contract/api.ts")).api[name];
  } catch (error) {
    logSilentFailure(`Loading the call ${name}`, error);
    return null;
  }
}

/** {@link callApi} for queries and mutations: throws {@link CallRefused}. */
export async function fetchApi<Name extends EndpointName>(
  name: Name,
  input: CallInput<Api[Name]>,
  attempts?: Attempts,
): Promise<Reply<Api[Name]>> {
  const result = await callApi(name, input, attempts);
  if (!result.ok) throw new CallRefused(result);
  return result.value;
}
