import * as z from "zod/v4/core";
import { type Api, api } from "../../src/contract/api.ts";
import type { Endpoint, Reply } from "../../src/contract/wire/endpoint.ts";
import type { EncodedReply } from "../../src/server/foundation/http/handler.ts";

/** What a client reads from an answer that its handler has encoded. */
export function decodeReply<Name extends keyof Api>(
  name: Name,
  { text }: EncodedReply<Name>,
): Reply<Api[Name]> {
  const { reply }: Endpoint = api[name];
  return z.decode<z.$ZodType>(reply, JSON.parse(text)) as Reply<Api[Name]>;
}
