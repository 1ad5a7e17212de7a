import { ChainHalted, type LocalChain } from "../chain/local-chain.ts";
import { accountMethods } from "./account-methods.ts";
import { blockMethods } from "./block-methods.ts";
import { type Json, toJson } from "./json.ts";
import type { Method } from "./methods.ts";
import { checkParamCount } from "./param-counts.ts";
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
 * is in the answer (rules LOCALNET-6 and LOCALNET-8).
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
  const calls: readonly unknown[] = Array.isArray(request) ? request : [request];
  if (calls.length > MAX_BATCHED_CALLS) {
    return failure(null, invalidRequest(`Batch too large; max ${MAX_BATCHED_CALLS}`));
  }
  // As on a node, one that is no call at all spoils the whole batch.
  if (!calls.every(isCall)) return failure(null, new RpcError(-32700, "Parse error"));
  const answers: string[] = [];
  for (const call of calls) {
    const text = await answer(chain, call, extra);
    if (isAnswered(call)) answers.push(text);
  }
  if (answers.length === 0) return "";
  return Array.isArray(request) ? `[${answers.join(",")}]` : answers.join("");
}

type Call = Readonly<Record<string, unknown>> & { readonly id?: Json };

/** An object whose id, if it has one, is a text, a whole number or null. */
function isCall(value: unknown): value is Call {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { id = null } = value as Record<string, unknown>;
  return id === null || typeof id === "string" || (Number.isSafeInteger(id) && Number(id) >= 0);
}

const members = new Set(["jsonrpc", "method", "params", "id"]);

/** Whether a call is of the form that JSON-RPC demands. */
const isFormed = (call: Call): boolean =>
  typeof call["method"] === "string" &&
  typeof (call["params"] ?? null) === "object" &&
  (call["jsonrpc"] ?? "2.0") === "2.0" &&
  Object.keys(call).every((member) => members.has(member));

/** One without an id is a notification, which is not answered. */
const isAnswered = (call: Call): boolean => call.id !== undefined || !isFormed(call);

async function answer(chain: LocalChain, call: Call, extra: CallHandler): Promise<string> {
  const { id = null } = call;
  try {
    if (!isFormed(call)) throw invalidRequest();
    if (call["jsonrpc"] !== "2.0") return unversioned(id);
    const method = String(call["method"]);
    const params: unknown = call["params"] ?? [];
    if (!methods.has(method) && !/(Subscribe|Unsubscribe)$|^ping$/.test(method)) throw methodNotFound();
    if (!Array.isArray(params)) throw invalidParams("`params` should be an array");
    checkParamCount(method, params);
    chain.assertRunning();
    const result = await (extra(method, params) ?? methods.get(method)?.(chain, params));
    if (result === undefined) throw methodNotFound();
    return toJson({ jsonrpc: "2.0", result, id });
  } catch (error) {
    return failure(id, error);
  }
}

/** A node names the version that the call names: none. */
const unversioned = (id: Json): string =>
  toJson({ error: { code: -32600, message: "Unsupported JSON-RPC protocol version" }, id });

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
