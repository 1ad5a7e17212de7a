import type { Json } from "./json.ts";

/** A failed call, with the code and message that Solana nodes return. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const invalidParams = (message: string, data?: Json): RpcError => new RpcError(-32602, message, data);
export const invalidRequest = (message = "Invalid request"): RpcError => new RpcError(-32600, message);
export const methodNotFound = (): RpcError => new RpcError(-32601, "Method not found");
export const nodeUnhealthy = (): RpcError =>
  new RpcError(-32005, "Node is unhealthy", { numSlotsBehind: null });
