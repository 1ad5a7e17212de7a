import { readReply, requestFor, type CallInput } from "../../contract/wire/client.ts";
import type { Endpoint, Reply } from "../../contract/wire/endpoint.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { refuse, type Result } from "../../domain/result.ts";
import { logSilentFailure } from "./silent-failure.ts";

const PATIENCE_MS = 20_000;

interface Sender {
  /** The wallet that the caller claims to be; null for none. */
  readonly caller: string | null;
  /** Whether the session's cookie is sent. */
  readonly credentials: "same-origin" | "omit";
}

/** Sends a call to the server. A refusal is a value; so is a server that does not answer (UNAVAILABLE). */
export async function sendCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { caller, credentials }: Sender,
): Promise<Result<Reply<E>, RefusalCode>> {
  const { method, path, headers, body } = requestFor(endpoint, input, caller);
  try {
    const response = await fetch(path, {
      method,
      headers,
      body,
      credentials,
      signal: AbortSignal.timeout(endpoint.timeoutMs ?? PATIENCE_MS),
    });
    return readReply(endpoint, response.status, parseJson(await response.text()));
  } catch (error) {
    logSilentFailure(`${method} ${path.replace(/\?.*/, "")}`, error);
    return refuse("UNAVAILABLE");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    logSilentFailure("Parsing the answer", error);
    return null;
  }
}
