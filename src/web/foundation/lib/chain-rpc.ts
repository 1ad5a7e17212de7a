import { lamports, type Lamports } from "../../../domain/lamports.ts";

/** The chain node did not do what it was asked to do. */
class ChainNodeError extends Error {
  override readonly name = "ChainNodeError";
}

/**
 * Sends a request to a node. Throws {@link ChainNodeError} when it refuses, and what `fetch` throws when it cannot be
 * reached.
 */
export async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!reply.ok) throw new ChainNodeError(`${method}: status ${reply.status}`);
  const body = (await reply.json()) as { result?: unknown; error?: { message?: string } };
  if (body.error !== undefined) throw new ChainNodeError(body.error.message ?? `${method} failed`);
  return body.result;
}

/** An account's final balance, read directly from the node. */
export async function chainBalance(url: string, address: string): Promise<Lamports> {
  const result = (await callNode(url, "getBalance", [address, { commitment: "finalized" }])) as {
    value?: unknown;
  };
  if (typeof result.value !== "number") throw new ChainNodeError("getBalance: no number came back");
  return lamports(BigInt(result.value));
}

/** Requests SOL without value from the local chain's faucet. Returns the signature. */
export async function requestAirdrop(url: string, address: string, amount: Lamports): Promise<string> {
  return String(await callNode(url, "requestAirdrop", [address, Number(amount)]));
}

export async function genesisHash(url: string): Promise<string> {
  return String(await callNode(url, "getGenesisHash", []));
}
