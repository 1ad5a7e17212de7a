import {
  createKeyPairSignerFromPrivateKeyBytes,
  getBase58Decoder,
  getTransactionEncoder,
  signTransaction,
} from "@solana/kit";
import type { Network } from "../../../domain/networks.ts";
import { type Chain, ChainUnavailable, type Entropy, type RecentBlockhash } from "../ports.ts";
import { composeTransaction } from "./compose-transaction.ts";
import { type NodeRefusal, nodeRefusalOf } from "./node-refused.ts";

/** What a node fails at, by the first call that shows it. */
export type NodeFailure =
  | { readonly type: NodeRefusal }
  | { readonly type: "silent" }
  | { readonly type: "other-network"; readonly genesisHash: string }
  | { readonly type: "call"; readonly method: string };

interface Trial {
  readonly genesisHash: string;
  /** A house wallet whose history is requested; null before there is one. */
  readonly houseAddress: string | null;
  readonly entropy: Entropy;
}

const HISTORY_LIMIT = 50;

/**
 * Makes every call that the product makes, with the same kinds of arguments, and stops at the first that fails (rule
 * LIMITS-5). Null when all were answered.
 */
export async function tryNode(
  node: Chain,
  { genesisHash, houseAddress, entropy }: Trial,
): Promise<NodeFailure | null> {
  try {
    const hash = await node.genesisHash();
    if (hash !== genesisHash) return { type: "other-network", genesisHash: hash };
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return { type: nodeRefusalOf(error) ?? "silent" };
  }
  try {
    await tryCalls(node, { houseAddress, entropy });
    return null;
  } catch (error) {
    if (error instanceof CallFailed) return { type: "call", method: error.method };
    throw error;
  }
}

async function tryCalls(node: Chain, { houseAddress, entropy }: Omit<Trial, "genesisHash">): Promise<void> {
  const [lifetime, finalized] = await Promise.all([
    answerOf("getLatestBlockhash", node.latestBlockhash()),
    answerOf("getSlot", node.slot()),
    answerOf("getSlot", node.newestSlot()),
    answerOf("getEpochInfo", node.tip()),
    answerOf("getFirstAvailableBlock", node.firstAvailableBlock()),
  ]);
  const trial = await signTrial(entropy.bytes(32), lifetime);
  const address = houseAddress ?? trial.address;
  const history = { limit: HISTORY_LIMIT, asOf: finalized };
  const [known] = await Promise.all([
    answerOf("getSignaturesForAddress", node.signaturesFor(address, history)),
    answerOf("getBalance", node.balance(address)),
    answerOf("getMultipleAccounts", node.balances([address])),
    answerOf("getBlock", node.firstBlockFrom(lifetime.slot)),
  ]);
  const signature = known[0]?.signature ?? trial.signature;
  await Promise.all([
    answerOf("getTransaction", node.transaction(signature)),
    answerOf("getRecentPrioritizationFees", node.recentPriorityFees([address])),
    answerOf("simulateTransaction", node.simulatedUnits(trial.wire)),
    answerOf("getSignatureStatuses", node.signatureStatuses([signature], { asOf: finalized })),
    answerOf("sendTransaction", node.send(trial.wire)),
  ]);
}

/** A transaction of an empty account, which cannot pay for it: it never lands. */
async function signTrial(secret: Uint8Array, lifetime: RecentBlockhash) {
  const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(secret);
  const composed = composeTransaction({
    source: address,
    transfer: null,
    memo: "furlong:trial",
    lifetime,
    bid: null,
  });
  const signed = await signTransaction([keyPair], composed);
  const [signature] = Object.values(signed.signatures);
  if (!signature) throw new Error("the trial is not signed");
  const wire = new Uint8Array(getTransactionEncoder().encode(signed));
  return { address, wire, signature: getBase58Decoder().decode(signature) };
}

class CallFailed extends Error {
  override readonly name = "CallFailed";
  readonly method: string;

  constructor(method: string, cause: ChainUnavailable) {
    super(`${method} failed`, { cause });
    this.method = method;
  }
}

async function answerOf<T>(method: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new CallFailed(method, error);
    throw error;
  }
}

/** Why a node cannot be used, as the continuation after a colon. */
export function nodeFailureText(failure: NodeFailure, network: Network): string {
  switch (failure.type) {
    case "private-address":
      return "its address is not a public one";
    case "redirect":
      return "it redirects to another address";
    case "silent":
      return "it does not answer getGenesisHash";
    case "other-network":
      return `its genesis hash is not that of ${network}`;
    case "call":
      return `it gives no usable answer to ${failure.method}`;
  }
}
