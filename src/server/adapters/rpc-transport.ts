import type { RpcTransport } from "@solana/kit";
import { parseJson, toJson } from "../../localnet/rpc/json.ts";
import { withTimeLimit } from "./time-limit.ts";

/** Sends one JSON-RPC request to a node and returns its answer, both as text. */
export type RpcExchange = (body: string, signal: AbortSignal) => Promise<string>;

const TIMEOUT_MS = 5000;
const LONGEST_ANSWER_BYTES = 20_000_000;

/** A kit transport over any way to exchange texts; whole numbers keep all their digits. */
export const textTransport =
  (exchange: RpcExchange): RpcTransport =>
  async <Response>({ payload, signal }: Parameters<RpcTransport>[0]) => {
    const body = toJson(payload as Parameters<typeof toJson>[0]);
    const send = (ended: AbortSignal) => exchange(body, ended);
    // A caller that passes a signal has its own time limit.
    return parseJson(await (signal ? send(signal) : withTimeLimit(TIMEOUT_MS, send))) as Response;
  };

/** Posts to a URL configured by the operator. A redirect is an error, so that calls cannot be led elsewhere. */
export const httpExchange =
  (url: string): RpcExchange =>
  async (body, signal) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" });
    if (!response.ok || !response.body) {
      throw httpFailure(response.status, response.headers.get("retry-after") ?? undefined);
    }
    return readAnswer(response.body);
  };

/** The node asks to be left alone for a while. */
export class NodeBusy extends Error {
  override readonly name = "NodeBusy";
  /** The header as received: seconds, or a date; undefined without one. */
  readonly retryAfter: string | undefined;

  constructor(status: number, retryAfter: string | undefined) {
    super(`the node answered HTTP ${status}`);
    this.retryAfter = retryAfter;
  }
}

/** The error for an unsuccessful answer; too many calls are distinguished from all other failures. */
export const httpFailure = (status: number, retryAfter: string | undefined): Error =>
  status === 429 || (status === 503 && retryAfter !== undefined)
    ? new NodeBusy(status, retryAfter)
    : new Error(`the node answered HTTP ${status}`);

/** The whole answer as text. Throws when it is longer than any legitimate answer. */
export async function readAnswer(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > LONGEST_ANSWER_BYTES) throw new Error("the node's answer is too long");
    read.push(part);
  }
  return Buffer.concat(read).toString("utf8");
}
