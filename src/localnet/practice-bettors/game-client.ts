import { type CallInput, readReply, requestFor } from "../../contract/wire/client.ts";
import type { Endpoint, Reply } from "../../contract/wire/endpoint.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { type Result, refuse } from "../../domain/result.ts";

/** The game's public API as one client sees it, with the client's cookies. */
export interface GameClient {
  /** The reply or the refusal; UNAVAILABLE when no answer came. */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Result<Reply<E>, RefusalCode>>;
}

const TIMEOUT_MS = 10_000;

export function gameClient(baseUrl: string): GameClient {
  const cookies = new Map<string, string>();

  const keepCookies = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      cookies.set(name.trim(), value.join("="));
    }
  };

  return {
    async call(endpoint, input) {
      const { method, path, headers, body } = requestFor(endpoint, input);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      try {
        const response = await fetch(new URL(path, baseUrl), {
          method,
          headers: { ...headers, ...(cookie && { cookie }) },
          body,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        keepCookies(response);
        return readReply(endpoint, response.status, await response.json());
      } catch {
        // The server is down, restarting, or its answer is not JSON: all the same to the caller.
        return refuse("UNAVAILABLE");
      }
    },
  };
}
