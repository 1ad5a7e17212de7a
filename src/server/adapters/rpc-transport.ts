import type { RpcTransport } from "@solana/kit";
import { parseJson, toJson } from "../../localnet/rpc/json.ts";
import { withTimeLimit } from "./time-limit.ts";

/** Carries one JSON-RPC request to a node and brings its answer back, both as text. */
export type RpcExchange = (body: string, signal: AbortSignal) => Promise<string>;

const TIMEOUT_MS = 5000;
const LONGEST_ANSWER_BYTES = 20_000_000;

/** A transport of kit's over any way to exchange texts; whole numbers keep all their digits. */
export const textTransport =
  (exchange: RpcExchange): RpcTransport =>
  async <Response>({ payload, signal }: Parameters<RpcTransport>[0]) => {
    const body = toJson(payload as Parameters<typeof toJson>[0]);
    const send = (ended: AbortSignal) => exchange(body, ended);
    // Who gives a signal has a limit of its own.
    return parseJson(await (signal ? send(signal) : withTimeLimit(TIMEOUT_MS, send))) as Response;
  };

/** Posts to a URL of the operator's. A redirect is an error, so that nobody is led elsewhere. */
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
  /** The header as it came: seconds, or a date; undefined without one. */
  readonly retryAfter: string | undefined;

  constructor(status: number, retryAfter: string | undefined) {
    super(`the node answered HTTP ${status}`);
    this.retryAfter = retryAfter;
  }
}

/** What an answer other than a good one is: too many calls are told from all else. */
export const httpFailure = (status: number, retryAfter: string | undefined): Error =>
  status === 429 || (status === 503 && retryAfter !== undefined)
    ? new NodeBusy(status, retryAfter)
    : new Error(`the node answered HTTP ${status}`);

/** The whole answer as text. Throws when it is longer than any that is asked for. */
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
