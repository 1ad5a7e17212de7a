import { expect } from "vitest";
import { handleRpc } from "../../src/localnet/rpc/handle-rpc.ts";
import { openTestChain, type TestChain } from "./chain.ts";

export const SOL = 1_000_000_000n;
/** The address of the system program, whose bytes are all zero. */
export const SYSTEM = "11111111111111111111111111111111";

interface RpcAnswer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface RpcCalls {
  readonly test: TestChain;
  /** Has 100 SOL. */
  readonly alice: Awaited<ReturnType<TestChain["newKeypair"]>>;
  readonly bob: string;
  readonly post: (body: string) => Promise<RpcAnswer>;
  readonly call: (method: string, ...params: unknown[]) => Promise<RpcAnswer>;
  /** The result of a call that must not be refused. */
  readonly valueOf: (method: string, ...params: unknown[]) => Promise<unknown>;
}

/** An embedded chain that is called as over HTTP, but without HTTP. */
export async function openRpcCalls(): Promise<RpcCalls> {
  const test = await openTestChain();
  const alice = await test.newKeypair();
  const bob = (await test.newKeypair()).address;
  await test.fund(alice.address, 100n * SOL);
  const post = async (body: string) => JSON.parse(await handleRpc(test.localChain, body)) as RpcAnswer;
  const call = (method: string, ...params: unknown[]) =>
    post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  return {
    test,
    alice,
    bob,
    post,
    call,
    async valueOf(method, ...params) {
      const { result, error } = await call(method, ...params);
      expect(error).toBeUndefined();
      return result;
    },
  };
}
