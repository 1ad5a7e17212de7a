import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import {
  type Rpc,
  type RpcTransport,
  type SolanaRpcApiDevnet,
  address,
  createSolanaRpcFromTransport,
  lamports as kitLamports,
} from "@solana/kit";
import { type RawData, WebSocket } from "ws";
import type { Lamports } from "../../domain/lamports.ts";
import type { ChainEvent, LocalChain } from "../../localnet/chain/local-chain.ts";
import { openLocalChain } from "../../localnet/chain/open-local-chain.ts";
import { handleRpc } from "../../localnet/rpc/handle-rpc.ts";
import { attachRpcSocket } from "../../localnet/rpc/rpc-socket.ts";
import { memoInLogs } from "../foundation/chain/memo-in-logs.ts";
import type { NodeNews } from "../foundation/chain/node-news.ts";
import { rememberedNews } from "../foundation/chain/remembered-news.ts";
import type { Db } from "../foundation/db/database.ts";
import { OperatorError } from "../foundation/db/operator-error.ts";
import { localValidator } from "../foundation/db/schema/local-chain.ts";
import { type HeldLease, holdLease, leaseHolder } from "../foundation/db/lease.ts";
import { type Leadership, type LeaseTerms, runWhileLeader } from "../foundation/leadership.ts";
import type { Logger } from "../foundation/log.ts";
import type { Clock } from "../foundation/ports.ts";
import { localChainStore } from "./local-chain-store.ts";
import { httpExchange, type RpcExchange, textTransport } from "./rpc-transport.ts";

const LEASE: LeaseTerms = { name: "local-chain", leaseMs: 5_000, askEveryMs: 250 };
const FORWARD_TIMEOUT_MS = 5_000;
const MAX_EARLY_MESSAGES = 100;

/**
 * The embedded chain as seen by any process of the game. The holder of a lease runs it on the game's database; the
 * others forward to it, and one of them takes over when it is gone.
 */
export interface LocalChainHost {
  /** Answers a JSON-RPC request; rejects when no process is running the chain at the moment. */
  answer(body: string, signal?: AbortSignal): Promise<string>;
  /** Serves the chain's subscriptions on an open socket. */
  attach(socket: WebSocket): Promise<void>;
  /** The same calls for the server itself, without going over the network when it runs the chain. */
  readonly transport: RpcTransport;
  /** Events of the chain while it runs in this process. */
  readonly news: NodeNews;
  faucetAddress(): Promise<string>;
  /** Sends lamports from the faucet and resolves once the transfer is final. */
  airdrop(to: string, amount: Lamports): Promise<void>;
  close(): Promise<void>;
}

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Identifies this run of this process. */
  readonly holder: string;
  /** Where the others reach this process, such as `http://127.0.0.1:3000`. */
  readonly address: string;
  /** No other process can hold this database: a lease that was left behind is taken at once. */
  readonly isAlone: boolean;
  /** Slot length that the chain is created with. */
  readonly slotMs: number;
}

export async function openLocalChainHost(ports: Ports): Promise<LocalChainHost> {
  const { db, clock } = ports;
  const stopping = new AbortController();
  let running: LocalChain | null = null;
  let failure: unknown = null;

  const memory = rememberedNews();
  /** Reports every transaction: on this chain all of them are the game's (rule IDLE-4). */
  const hear = (event: ChainEvent) => {
    if (event.kind === "transactions" && event.commitment === "finalized") {
      for (const { record } of event.transactions) {
        const { signature, error, logs } = record;
        memory.notifyTransaction(signature, { hasFailed: error !== null, memo: memoInLogs(logs) });
      }
    }
  };

  /**
   * Runs the chain for one term. It is sealed when the process stops, and dropped as in a crash when the lease is lost.
   */
  async function runChain({ lease, signal }: Leadership): Promise<void> {
    const dropped = new AbortController();
    const chain = await openChain(ports, lease, dropped.signal).catch((error: unknown) => {
      failure = error;
      throw error;
    });
    running = chain;
    chain.subscribe(hear);
    if (!signal.aborted) await once(signal, "abort");
    if (stopping.signal.aborted) await chain.close();
    else dropped.abort();
    running = null;
  }

  const holderAddress = async () => {
    const holder = await leaseHolder(db, LEASE.name);
    const address = holder?.address ?? null;
    if (address === null || address === ports.address) {
      throw new Error("no process runs the embedded chain at the moment");
    }
    return address;
  };

  const answer: RpcExchange = async (body, signal) => {
    // Yields to the event loop, as a network call would: even a long series of calls lets everything else run in
    // between.
    if (running !== null) await setImmediate();
    return running === null
      ? httpExchange(`${await holderAddress()}/rpc`)(body, signal)
      : handleRpc(running, body);
  };

  const transport = textTransport(answer);
  const rpc = createSolanaRpcFromTransport(transport);
  const [validator] = await db.select().from(localValidator).limit(1);
  if (validator !== undefined) {
    throw new OperatorError(
      "The data belongs to a validator's ledger: set RPC_URL_LOCALNET, or give another DATA_DIR.",
    );
  }
  const { holder, address: ownAddress, isAlone } = ports;
  const leading = runWhileLeader(
    ports,
    { terms: LEASE, holder, address: ownAddress, isAlone, signal: stopping.signal },
    runChain,
  );
  // A killed process leaves its lease behind: until it runs out there is no chain to ask.
  const isThere = () => rpc.getHealth().send().then(yes, no);
  while (!(await isThere())) {
    if (failure !== null) {
      stopping.abort();
      throw failure;
    }
    await clock.sleep(LEASE.askEveryMs);
  }

  return {
    answer: (body, signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)) => answer(body, signal),
    async attach(socket) {
      if (running !== null) attachRpcSocket(running, socket);
      else relay(socket, new WebSocket(`${(await holderAddress()).replace(/^http/, "ws")}/rpc`));
    },
    transport,
    news: { ...memory, isLive: () => running !== null },
    faucetAddress: async () => (await rpc.getIdentity().send()).identity,
    airdrop: airdropFrom(rpc, clock),
    async close() {
      stopping.abort();
      await leading;
    },
  };
}

/** Sends lamports from a local chain's faucet and resolves once the transfer is final. */
export const airdropFrom =
  (rpc: Rpc<SolanaRpcApiDevnet>, clock: Clock) =>
  async (to: string, amount: bigint): Promise<void> => {
    const balance = async () => (await rpc.getBalance(address(to)).send()).value;
    const before = await balance();
    await rpc.requestAirdrop(address(to), kitLamports(amount)).send();
    while ((await balance()) < before + amount) await clock.sleep(50);
  };

async function openChain({ db, clock, log, slotMs }: Ports, lease: HeldLease, signal: AbortSignal) {
  const chain = await openLocalChain({
    store: localChainStore(db, { guard: (tx) => holdLease(tx, lease.name, lease.token) }),
    clock,
    slotMs,
    signal,
    onFault: (error) => log.error({ err: error }, "the embedded chain could not store a block"),
  });
  log.info({ genesisHash: chain.genesisHash }, "embedded chain running");
  return chain;
}

const yes = () => true;
const no = () => false;

/** Passes every message on in both directions; either end closing closes the other. */
export function relay(client: WebSocket, owner: WebSocket): void {
  const early: RawData[] = [];
  client.on("message", (data) => {
    if (owner.readyState === owner.OPEN) owner.send(data, { binary: false });
    else if (early.length < MAX_EARLY_MESSAGES) early.push(data);
    else client.terminate();
  });
  owner.on("open", () => {
    for (const data of early) owner.send(data, { binary: false });
  });
  owner.on("message", (data) => client.send(data, { binary: false }));
  client.on("close", () => owner.terminate());
  owner.on("close", () => client.close());
  owner.on("error", () => client.terminate());
  client.on("error", () => owner.terminate());
}
