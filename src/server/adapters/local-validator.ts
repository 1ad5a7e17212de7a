import { createSolanaRpcFromTransport, generateKeyPairSigner } from "@solana/kit";
import type { WebSocket } from "ws";
import { networkWith } from "../../domain/genesis-hashes.ts";
import { LAMPORTS_PER_SOL } from "../../domain/lamports.ts";
import type { Db } from "../foundation/db/database.ts";
import { OperatorError } from "../foundation/db/operator-error.ts";
import { localChain, localValidator } from "../foundation/db/schema/local-chain.ts";
import type { Clock } from "../foundation/ports.ts";
import { airdropFrom, type LocalChainHost, relay } from "./local-chain-host.ts";
import { nodeSocketAt } from "./open-node.ts";
import { httpExchange, textTransport } from "./rpc-transport.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  /** The validator's JSON-RPC, on loopback (`RPC_URL_LOCALNET`). */
  readonly url: string;
}

/** A validator on this machine in place of the embedded chain. What it reports is read by a node socket. */
export interface LocalValidator extends Omit<LocalChainHost, "news" | "close"> {
  readonly genesisHash: string;
  /** Opens its subscriptions. */
  readonly connect: () => WebSocket;
}

/**
 * Opens the validator that local mode plays on (rule LOCALNET-7). Its ledger is the one that the data was made on; a
 * validator without a faucet, or of a public network, is no local one.
 *
 * @throws OperatorError where it cannot be used.
 */
export async function openLocalValidator({ db, clock, url }: Ports): Promise<LocalValidator> {
  const transport = textTransport(httpExchange(url));
  const rpc = createSolanaRpcFromTransport(transport);
  const genesisHash = await rpc
    .getGenesisHash()
    .send()
    .catch(() => {
      throw new OperatorError(`RPC_URL_LOCALNET: no validator answers at ${url}. Start one, or unset it.`);
    });
  const network = networkWith(genesisHash);
  if (network !== "localnet") {
    throw new OperatorError(`RPC_URL_LOCALNET: ${url} is a node of ${network}, not a local validator`);
  }
  const airdrop = airdropFrom(rpc, clock);

  /** The account that airdrops come from, as one to nobody shows. */
  async function findFaucet(): Promise<string> {
    const { address: nobody } = await generateKeyPairSigner();
    await airdrop(nobody, LAMPORTS_PER_SOL).catch((error: unknown) => {
      throw new OperatorError(`RPC_URL_LOCALNET: ${url} gives no airdrop: ${String(error)}`);
    });
    const [landed] = await rpc.getSignaturesForAddress(nobody).send();
    const options = { encoding: "json", maxSupportedTransactionVersion: 0 } as const;
    const transaction = landed && (await rpc.getTransaction(landed.signature, options).send());
    const payer = transaction?.transaction.message.accountKeys[0];
    if (payer === undefined) throw new OperatorError(`RPC_URL_LOCALNET: ${url} does not show its airdrop`);
    return payer;
  }

  async function bind(): Promise<string> {
    const [embedded] = await db.select().from(localChain).limit(1);
    const [bound] = await db.select().from(localValidator).limit(1);
    if (embedded || (bound && bound.genesisHash !== genesisHash)) {
      throw new OperatorError(
        `The data belongs to ${embedded ? "the embedded chain" : "another ledger than the validator's"}: ` +
          "give this start a DATA_DIR (or DATABASE_URL) of its own.",
      );
    }
    if (bound) return bound.faucetAddress;
    const faucetAddress = await findFaucet();
    await db.insert(localValidator).values({ genesisHash, faucetAddress }).onConflictDoNothing();
    return faucetAddress;
  }

  const faucetAddress = await bind();
  const connect = () => nodeSocketAt(subscriptionsOf(url));
  return {
    genesisHash,
    transport,
    connect,
    answer: (body, signal = AbortSignal.timeout(ANSWER_MS)) => httpExchange(url)(body, signal),
    attach: async (socket) => relay(socket, connect()),
    faucetAddress: async () => faucetAddress,
    airdrop,
  };
}

const ANSWER_MS = 10_000;

/** A validator serves subscriptions one port above its calls. */
function subscriptionsOf(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${hostname}:${Number(port || 80) + 1}${pathname}`;
}
