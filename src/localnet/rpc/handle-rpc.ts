import { ChainHalted, type LocalChain } from "../chain/local-chain.ts";
import { accountMethods } from "./account-methods.ts";
import { blockMethods } from "./block-methods.ts";
import { type Json, toJson } from "./json.ts";
import type { Method } from "./methods.ts";
import type { Params } from "./params.ts";
import { RpcError, invalidParams, invalidRequest, methodNotFound, nodeUnhealthy } from "./rpc-error.ts";
import { sendMethods } from "./send-methods.ts";
import { transactionMethods } from "./transaction-methods.ts";

/** Maximum characters per request and calls per batch. */
const MAX_REQUEST_CHARACTERS = 1_000_000;
const MAX_BATCHED_CALLS = 100;

const methods = new Map<string, Method>(
  Object.entries({ ...accountMethods, ...blockMethods, ...transactionMethods, ...sendMethods }),
);

/** Answers one call by name; undefined when the call is unknown. */
export type CallHandler = (method: string, params: Params) => Json | Promise<Json> | undefined;

/**
 * Answers a JSON-RPC 2.0 request, single or batch, with JSON text; integers keep all digits. Never rejects: any error
 * is in the answer (rule LOCALNET-6).
 *
 * @param extra answers further calls, such as a socket's subscriptions
 */
export async function handleRpc(
  chain: LocalChain,
  body: string,
  extra: CallHandler = () => undefined,
): Promise<string> {
  if (body.length > MAX_REQUEST_CHARACTERS) return failure(null, invalidRequest("Request body too large"));
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return failure(null, new RpcError(-32700, "Parse error"));
  }
  if (!Array.isArray(request)) return answer(chain, request, extra);
  if (request.length === 0) return failure(null, invalidRequest());
  if (request.length > MAX_BATCHED_CALLS) {
    return failure(null, invalidRequest(`Batch too large; max ${MAX_BATCHED_CALLS}`));
  }
  const answers: string[] = [];
  for (const one of request) answers.push(await answer(chain, one, extra));
  return `[${answers.join(",")}]`;
}

async function answer(chain: LocalChain, request: unknown, extra: CallHandler): Promise<string> {
  let id: Json = null;
  try {
    if (typeof request !== "object" || request === null || Array.isArray(request)) throw invalidRequest();
    const { method, params = [], id: givenId } = request as Record<string, unknown>;
    if (typeof givenId === "string" || typeof givenId === "number") id = givenId;
    if (typeof method !== "string") throw invalidRequest();
    if (!Array.isArray(params)) throw invalidParams("Invalid params: expected a sequence.");
    chain.assertRunning();
    const result = await (extra(method, params) ?? methods.get(method)?.(chain, params));
    if (result === undefined) throw methodNotFound();
    return toJson({ jsonrpc: "2.0", result, id });
  } catch (error) {
    return failure(id, error);
  }
}

function failure(id: Json, error: unknown): string {
  const known =
    error instanceof RpcError
      ? error
      : error instanceof ChainHalted
        ? nodeUnhealthy()
        : new RpcError(-32603, "Internal error");
  return toJson({
    jsonrpc: "2.0",
    error: { code: known.code, message: known.message, data: known.data },
    id,
  });
}
