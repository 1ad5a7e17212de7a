import * as z from "zod/mini";
import { type ClientRefusalCode, clientRefusals } from "../../../contract/wire/client-refusals.ts";
import { readReply, requestFor, type CallInput, type PlainRequest } from "../../../contract/wire/client.ts";
import type { Endpoint, Reply } from "../../../contract/wire/endpoint.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { logSilentFailure } from "./silent-failure.ts";

const PATIENCE_MS = 20_000;

interface Sender {
  /** The wallet that the caller claims to be; null for none. */
  readonly caller: string | null;
  /** Whether the session's cookie is sent. */
  readonly credentials: "same-origin" | "omit";
}

/**
 * Sends a call to the server. A refusal is a value; so is a server that does not answer (UNAVAILABLE). What the
 * contract does not accept is refused here and not sent (rule FORMS-1).
 */
export async function sendCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { caller, credentials }: Sender,
): Promise<Result<Reply<E>, RefusalCode>> {
  const request = plainRequest(endpoint, input, caller);
  if (!request.ok) return request;
  const { method, path, headers, body } = request.value;
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

function plainRequest<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  caller: string | null,
): Result<PlainRequest, ClientRefusalCode> {
  try {
    return ok(requestFor(endpoint, input, caller));
  } catch (error) {
    const [issue] = error instanceof z.core.$ZodError ? error.issues : [];
    if (issue === undefined) throw error;
    const field = issue.path.join(".");
    if (issue.message in clientRefusals) return refuse(issue.message as ClientRefusalCode, { field });
    return refuse("INVALID_INPUT", { field, message: `${field} ${issue.message}` });
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
